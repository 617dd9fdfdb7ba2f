"""What ``lanes`` needs for so many lanes, in LLVM's assembly language: the types, and operations on vectors.

The text of a program names them alone, so that it is the same for any number of lanes.

============  ========================================================================================
name          meaning
============  ========================================================================================
%Lanes        a number or a set for each lane
%Mask         some of the lanes
%Places       an address for each lane
@splat        the same number for all lanes
@numbers      the numbers of the lanes, from 0 on
@some         whether there is a lane in a mask
@count        the number of lanes in a mask
@many         whether a mask has so many lanes that the next games begin there, and wait no longer for others
@ranks        for each lane of a mask, how many lanes of it come before
@least        the least number
@row          where a word of a local array is: the words of all lanes at one index stand side by side
@read64 …     the words at places, for the lanes of a mask; numbers of fewer bits are extended by their signs
@write        the same in the other direction
@write_few    the same, lane by lane: scattered stores take as long for few lanes as for all
============  ========================================================================================

The others are the intrinsics of the kernel language for sets of one word.
"""

from __future__ import annotations

from collections.abc import Iterable


def lane_operations(count: int, many: int, widths: Iterable[int], *, pdep: bool) -> str:
    """Return the types and operations for *count* lanes, *many* of which do not wait. *widths*: bits of what is read.

    *pdep*: use the instruction PDEP, which the machine must have.
    """
    parts = [_TYPES, _LANES, _SETS, _pdep(count) if pdep else _SEARCH, *map(_reading, widths)]
    each = ", ".join(f"i64 {lane}" for lane in range(count))
    return "".join(parts).replace("COUNT", str(count)).replace("EACH", each).replace("LEAST", str(many))


_TYPES = """\
%Lanes = type <COUNT x i64>
%Mask = type <COUNT x i1>
%Places = type <COUNT x ptr>
"""

_LANES = """\
@each = internal constant %Lanes <EACH>
declare %Lanes @llvm.masked.expandload.vCOUNTi64(ptr, %Mask, %Lanes)
declare void @llvm.masked.scatter.vCOUNTi64.vCOUNTp0(%Lanes, %Places, i32, %Mask)
declare i64 @llvm.vector.reduce.smin.vCOUNTi64(%Lanes)
declare iCOUNT @llvm.ctpop.iCOUNT(iCOUNT)
declare iCOUNT @llvm.cttz.iCOUNT(iCOUNT, i1)
define internal %Lanes @splat(i64 %n) alwaysinline nounwind {
  %one = insertelement %Lanes poison, i64 %n, i64 0
  %all = shufflevector %Lanes %one, %Lanes poison, <COUNT x i32> zeroinitializer
  ret %Lanes %all
}
define internal %Lanes @numbers() alwaysinline nounwind {
  %all = load %Lanes, ptr @each
  ret %Lanes %all
}
define internal i1 @some(%Mask %mask) alwaysinline nounwind {
  %bits = bitcast %Mask %mask to iCOUNT
  %some = icmp ne iCOUNT %bits, 0
  ret i1 %some
}
define internal i64 @count(%Mask %mask) alwaysinline nounwind {
  %bits = bitcast %Mask %mask to iCOUNT
  %few = call iCOUNT @llvm.ctpop.iCOUNT(iCOUNT %bits)
  %count = zext iCOUNT %few to i64
  ret i64 %count
}
define internal i1 @many(%Mask %mask) alwaysinline nounwind {
  %count = call i64 @count(%Mask %mask)
  %many = icmp uge i64 %count, LEAST
  ret i1 %many
}
define internal %Lanes @ranks(%Mask %mask) alwaysinline nounwind {
  %ranks = call %Lanes @llvm.masked.expandload.vCOUNTi64(ptr @each, %Mask %mask, %Lanes zeroinitializer)
  ret %Lanes %ranks
}
define internal i64 @least(%Lanes %n) alwaysinline nounwind {
  %least = call i64 @llvm.vector.reduce.smin.vCOUNTi64(%Lanes %n)
  ret i64 %least
}
define internal %Places @row(ptr %array, %Lanes %index) alwaysinline nounwind {
  %first = mul %Lanes %index, splat (i64 COUNT)
  %lane = call %Lanes @numbers()
  %place = add %Lanes %first, %lane
  %row = getelementptr i64, ptr %array, %Lanes %place
  ret %Places %row
}
define internal void @write(%Lanes %value, %Places %place, %Mask %mask) alwaysinline nounwind {
  call void @llvm.masked.scatter.vCOUNTi64.vCOUNTp0(%Lanes %value, %Places %place, i32 8, %Mask %mask)
  ret void
}
define internal void @write_few(%Lanes %value, %Places %place, %Mask %mask) alwaysinline nounwind {
  %values = alloca %Lanes
  %places = alloca %Places
  store %Lanes %value, ptr %values
  store %Places %place, ptr %places
  %bits = bitcast %Mask %mask to iCOUNT
  br label %test
test:
  %left = phi iCOUNT [ %bits, %0 ], [ %rest, %one ]
  %over = icmp eq iCOUNT %left, 0
  br i1 %over, label %done, label %one
one:
  %lane = call iCOUNT @llvm.cttz.iCOUNT(iCOUNT %left, i1 true)
  %number = zext iCOUNT %lane to i64
  %from = getelementptr i64, ptr %values, i64 %number
  %word = load i64, ptr %from
  %to = getelementptr ptr, ptr %places, i64 %number
  %address = load ptr, ptr %to
  store i64 %word, ptr %address
  %less = sub iCOUNT %left, 1
  %rest = and iCOUNT %left, %less
  br label %test
done:
  ret void
}
"""

_SETS = f"""\
declare %Lanes @llvm.ctpop.vCOUNTi64(%Lanes)
declare %Lanes @llvm.cttz.vCOUNTi64(%Lanes, i1)
declare %Lanes @llvm.ctlz.vCOUNTi64(%Lanes, i1)
declare %Lanes @llvm.fshl.vCOUNTi64(%Lanes, %Lanes, %Lanes)
declare %Lanes @llvm.fshr.vCOUNTi64(%Lanes, %Lanes, %Lanes)
define internal %Lanes @up(%Lanes %X, %Lanes %below, %Lanes %n) alwaysinline nounwind {{
  %r = call %Lanes @llvm.fshl.vCOUNTi64(%Lanes %X, %Lanes %below, %Lanes %n)
  ret %Lanes %r
}}
define internal %Lanes @down(%Lanes %X, %Lanes %above, %Lanes %n) alwaysinline nounwind {{
  %r = call %Lanes @llvm.fshr.vCOUNTi64(%Lanes %above, %Lanes %X, %Lanes %n)
  ret %Lanes %r
}}
define internal %Lanes @bit(%Lanes %n) alwaysinline nounwind {{
  %bit = shl %Lanes splat (i64 1), %n
  ret %Lanes %bit
}}
define internal %Lanes @popc(%Lanes %X) alwaysinline nounwind {{
  %n = call %Lanes @llvm.ctpop.vCOUNTi64(%Lanes %X)
  ret %Lanes %n
}}
define internal %Lanes @ctz(%Lanes %X) alwaysinline nounwind {{
  %n = call %Lanes @llvm.cttz.vCOUNTi64(%Lanes %X, i1 false)
  ret %Lanes %n
}}
define internal %Lanes @msb(%Lanes %X) alwaysinline nounwind {{
  %zeros = call %Lanes @llvm.ctlz.vCOUNTi64(%Lanes %X, i1 false)
  %n = sub %Lanes splat (i64 63), %zeros
  ret %Lanes %n
}}
define internal %Lanes @mix(%Lanes %n) alwaysinline nounwind {{
  %a = lshr %Lanes %n, splat (i64 30)
  %b = xor %Lanes %n, %a
  %c = mul %Lanes %b, splat (i64 {0xBF58476D1CE4E5B9 - (1 << 64)})
  %d = lshr %Lanes %c, splat (i64 27)
  %e = xor %Lanes %c, %d
  %f = mul %Lanes %e, splat (i64 {0x94D049BB133111EB - (1 << 64)})
  %g = lshr %Lanes %f, splat (i64 31)
  %h = xor %Lanes %f, %g
  ret %Lanes %h
}}
"""


def _pdep(count: int) -> str:
    """Return ``kth`` by the instruction PDEP, lane by lane, since it has no vectors.

    The words go through memory: to take them from vectors would occupy the parts of the processor that compute with
    vectors. *volatile* keeps LLVM from doing so.
    """
    lines = [
        "declare i64 @llvm.x86.bmi.pdep.64(i64, i64)",
        "define internal %Lanes @kth(%Lanes %X, %Lanes %k) alwaysinline nounwind {",
        "  %bits = shl %Lanes splat (i64 1), %k",
        "  %x = alloca %Lanes",
        "  %b = alloca %Lanes",
        "  store volatile %Lanes %X, ptr %x",
        "  store volatile %Lanes %bits, ptr %b",
    ]
    found = "poison"
    for lane in range(count):
        lines += [
            f"  %xp{lane} = getelementptr i64, ptr %x, i64 {lane}",
            f"  %bp{lane} = getelementptr i64, ptr %b, i64 {lane}",
            f"  %x{lane} = load volatile i64, ptr %xp{lane}",
            f"  %b{lane} = load volatile i64, ptr %bp{lane}",
            f"  %c{lane} = call i64 @llvm.x86.bmi.pdep.64(i64 %b{lane}, i64 %x{lane})",
            f"  %v{lane} = insertelement %Lanes {found}, i64 %c{lane}, i64 {lane}",
        ]
        found = f"%v{lane}"
    return "\n".join([*lines, f"  ret %Lanes {found}", "}\n"])


def _search() -> str:
    """Return ``kth`` by halving the cells in which it can be, from the bit count of the lower half."""
    lines = ["define internal %Lanes @kth(%Lanes %X, %Lanes %k) alwaysinline nounwind {"]
    x, k, at = "%X", "%k", "zeroinitializer"
    for w in (32, 16, 8, 4, 2, 1):
        lines += [
            f"  %l{w} = and %Lanes {x}, splat (i64 {(1 << w) - 1})",
            f"  %n{w} = call %Lanes @popc(%Lanes %l{w})",
            f"  %m{w} = icmp uge %Lanes {k}, %n{w}",
            f"  %d{w} = sub %Lanes {k}, %n{w}",
            f"  %k{w} = select %Mask %m{w}, %Lanes %d{w}, %Lanes {k}",
            f"  %h{w} = lshr %Lanes {x}, splat (i64 {w})",
            f"  %x{w} = select %Mask %m{w}, %Lanes %h{w}, %Lanes {x}",
            f"  %b{w} = or %Lanes {at}, splat (i64 {w})",
            f"  %a{w} = select %Mask %m{w}, %Lanes %b{w}, %Lanes {at}",
        ]
        x, k, at = f"%x{w}", f"%k{w}", f"%a{w}"
    return "\n".join([*lines, f"  %r = shl %Lanes splat (i64 1), {at}", "  ret %Lanes %r", "}\n"])


_SEARCH = _search()


def _reading(bits: int) -> str:
    """Return the operation that reads numbers of so many bits."""
    wide, name = f"<COUNT x i{bits}>", f"llvm.masked.gather.vCOUNTi{bits}.vCOUNTp0"
    lines = [
        f"declare {wide} @{name}(%Places, i32, %Mask, {wide})",
        f"define internal %Lanes @read{bits}(%Places %place, %Mask %mask) alwaysinline nounwind {{",
        f"  %n = call {wide} @{name}(%Places %place, i32 {bits // 8}, %Mask %mask, {wide} zeroinitializer)",
    ]
    if bits == 64:
        return "\n".join([*lines, "  ret %Lanes %n", "}\n"])
    return "\n".join([*lines, f"  %w = sext {wide} %n to %Lanes", "  ret %Lanes %w", "}\n"])
