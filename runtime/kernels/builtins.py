"""Built-in functions of CPython in machine code, which call a kernel without the cost of ctypes.

They are written in LLVM's assembly language over CPython's stable ABI. They are the same for all kernels: they call a
kernel's function by its address. They do not check their arguments, so only ``engines.listings``, which also describes
listings, and ``engines.numbering`` call them.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

from tilewright.generator.errors import TOO_SMALL
from tilewright.generator.remembering import KEYS_AHEAD

CALLED = (
    "PyBytes_AsString",
    "PyBytes_Size",
    "PyBytes_FromStringAndSize",
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "Py_DecRef",
)
"""The functions of CPython's stable ABI that are used."""

SCRATCH = ("function", "size", "history", "history words", "out", "out words")
"""The words of the scratch memory of ``list_moves``; its address is 0 if there is none. ``out`` is for the listing."""

_FASTCALL = 0x80
"""CPython's flag for functions that are given an array of objects and their number."""

_TEXT = f"""
declare ptr @PyBytes_AsString(ptr)
declare i64 @PyBytes_Size(ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare void @Py_DecRef(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @memcmp(ptr, ptr, i64)

define internal ptr @argument(ptr %args, i64 %number) alwaysinline {{
  %place = getelementptr ptr, ptr %args, i64 %number
  %object = load ptr, ptr %place
  ret ptr %object
}}

define internal i64 @number(ptr %args, i64 %number) alwaysinline {{
  %object = call ptr @argument(ptr %args, i64 %number)
  %value = call i64 @PyLong_AsLongLong(ptr %object)
  ret i64 %value
}}

define internal i64 @word(ptr %words, i64 %number) alwaysinline {{
  %place = getelementptr i64, ptr %words, i64 %number
  %value = load i64, ptr %place
  ret i64 %value
}}

; the place after so many moves of a listing
define internal i64 @after(ptr %words, i64 %count) {{
entry:
  %size = call i64 @word(ptr %words, i64 2)
  %first = add i64 %size, 3
  br label %head
head:
  %place = phi i64 [ %first, %entry ], [ %next, %body ]
  %done = phi i64 [ 0, %entry ], [ %more, %body ]
  %ends = icmp sge i64 %done, %count
  br i1 %ends, label %end, label %body
body:
  %length = call i64 @word(ptr %words, i64 %place)
  %all = add i64 %length, %size
  %step = add i64 %all, 1
  %next = add i64 %place, %step
  %more = add i64 %done, 1
  br label %head
end:
  ret i64 %place
}}

; list_moves(record, older keys, recent keys, scratch)
define ptr @list_moves(ptr %self, ptr %args, i64 %given) {{
  %record.object = call ptr @argument(ptr %args, i64 0)
  %record = call ptr @PyBytes_AsString(ptr %record.object)
  %older.object = call ptr @argument(ptr %args, i64 1)
  %older = call ptr @PyBytes_AsString(ptr %older.object)
  %older.bytes = call i64 @PyBytes_Size(ptr %older.object)
  %recent.object = call ptr @argument(ptr %args, i64 2)
  %recent = call ptr @PyBytes_AsString(ptr %recent.object)
  %recent.bytes = call i64 @PyBytes_Size(ptr %recent.object)
  %address = call i64 @number(ptr %args, i64 3)
  %none = icmp eq i64 %address, 0
  br i1 %none, label %small, label %begin
begin:
  %scratch = inttoptr i64 %address to ptr
  %function.address = call i64 @word(ptr %scratch, i64 0)
  %function = inttoptr i64 %function.address to ptr
  %size = call i64 @word(ptr %scratch, i64 1)
  %history.address = call i64 @word(ptr %scratch, i64 2)
  %history = inttoptr i64 %history.address to ptr
  %history.words = call i64 @word(ptr %scratch, i64 3)
  %out.address = call i64 @word(ptr %scratch, i64 4)
  %out = inttoptr i64 %out.address to ptr
  %out.words = call i64 @word(ptr %scratch, i64 5)
  %bytes = add i64 %older.bytes, %recent.bytes
  %known = lshr i64 %bytes, 3
  %needed = add i64 %known, {KEYS_AHEAD}
  %fits = icmp ule i64 %needed, %history.words
  br i1 %fits, label %copy, label %small
small:
  %too.small = call ptr @PyLong_FromLongLong(i64 {TOO_SMALL})
  ret ptr %too.small
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %history, ptr %older, i64 %older.bytes, i1 false)
  %then = getelementptr i8, ptr %history, i64 %older.bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %then, ptr %recent, i64 %recent.bytes, i1 false)
  %moves = getelementptr i64, ptr %out, i64 3
  %room = sub i64 %out.words, 3
  %count = call i64 %function(ptr %record, ptr %history, i64 %known, ptr %moves, i64 %room)
  %failed = icmp slt i64 %count, 0
  br i1 %failed, label %error, label %listed
error:
  %code = call ptr @PyLong_FromLongLong(i64 %count)
  ret ptr %code
listed:
  store i64 %count, ptr %out
  %key = call i64 @word(ptr %history, i64 %known)
  %second = getelementptr i64, ptr %out, i64 1
  store i64 %key, ptr %second
  %third = getelementptr i64, ptr %out, i64 2
  store i64 %size, ptr %third
  %end = call i64 @after(ptr %out, i64 %count)
  %length = shl i64 %end, 3
  %found = call ptr @PyBytes_FromStringAndSize(ptr %out, i64 %length)
  ret ptr %found
}}

; count_of(listing)
define ptr @count_of(ptr %self, ptr %args, i64 %given) {{
  %object = call ptr @argument(ptr %args, i64 0)
  %words = call ptr @PyBytes_AsString(ptr %object)
  %count = load i64, ptr %words
  %found = call ptr @PyLong_FromLongLong(i64 %count)
  ret ptr %found
}}

; record_after(listing, number)
define ptr @record_after(ptr %self, ptr %args, i64 %given) {{
  %object = call ptr @argument(ptr %args, i64 0)
  %words = call ptr @PyBytes_AsString(ptr %object)
  %number = call i64 @number(ptr %args, i64 1)
  %size = call i64 @word(ptr %words, i64 2)
  %count = add i64 %number, 1
  %behind = call i64 @after(ptr %words, i64 %count)
  %place = sub i64 %behind, %size
  %record = getelementptr i64, ptr %words, i64 %place
  %bytes = shl i64 %size, 3
  %found = call ptr @PyBytes_FromStringAndSize(ptr %record, i64 %bytes)
  ret ptr %found
}}

; move_at(listing, number)
define ptr @move_at(ptr %self, ptr %args, i64 %given) {{
  %object = call ptr @argument(ptr %args, i64 0)
  %words = call ptr @PyBytes_AsString(ptr %object)
  %number = call i64 @number(ptr %args, i64 1)
  %place = call i64 @after(ptr %words, i64 %number)
  %length = call i64 @word(ptr %words, i64 %place)
  %first = add i64 %place, 1
  %move = getelementptr i64, ptr %words, i64 %first
  %bytes = shl i64 %length, 3
  %found = call ptr @PyBytes_FromStringAndSize(ptr %move, i64 %bytes)
  ret ptr %found
}}

; count_moves(record, table)
define ptr @count_moves(ptr %self, ptr %args, i64 %given) {{
  %object = call ptr @argument(ptr %args, i64 0)
  %record = call ptr @PyBytes_AsString(ptr %object)
  %address = call i64 @number(ptr %args, i64 1)
  %none = icmp eq i64 %address, 0
  br i1 %none, label %unknown, label %ask
unknown:
  %no.count = call ptr @PyLong_FromLongLong(i64 0)
  ret ptr %no.count
ask:
  %table = inttoptr i64 %address to ptr
  %function.address = call i64 @word(ptr %table, i64 0)
  %function = inttoptr i64 %function.address to ptr
  %count = call i64 %function(ptr %record, ptr %table, i64 0, ptr %table, i64 0)
  %found = call ptr @PyLong_FromLongLong(i64 %count)
  ret ptr %found
}}

; take_move(record, number, table)
define ptr @take_move(ptr %self, ptr %args, i64 %given) {{
  %object = call ptr @argument(ptr %args, i64 0)
  %record = call ptr @PyBytes_AsString(ptr %object)
  %number = call i64 @number(ptr %args, i64 1)
  %address = call i64 @number(ptr %args, i64 2)
  %none = icmp eq i64 %address, 0
  br i1 %none, label %unknown, label %ask
unknown:
  %nothing = call ptr @PyBytes_FromStringAndSize(ptr null, i64 0)
  ret ptr %nothing
ask:
  %table = inttoptr i64 %address to ptr
  %function.address = call i64 @word(ptr %table, i64 1)
  %function = inttoptr i64 %function.address to ptr
  %size = call i64 @word(ptr %table, i64 2)
  %bytes = shl i64 %size, 3
  %after = call ptr @PyBytes_FromStringAndSize(ptr null, i64 %bytes)
  %full = icmp eq ptr %after, null
  br i1 %full, label %failed, label %take
failed:
  ret ptr null
take:
  %out = call ptr @PyBytes_AsString(ptr %after)
  %taken = call i64 %function(ptr %record, i64 %number, ptr %out)
  %well = icmp eq i64 %taken, 1
  br i1 %well, label %end, label %drop
drop:
  call void @Py_DecRef(ptr %after)
  br label %unknown
end:
  ret ptr %after
}}

; number_of(listing, words of a move)
define ptr @number_of(ptr %self, ptr %args, i64 %given) {{
entry:
  %object = call ptr @argument(ptr %args, i64 0)
  %words = call ptr @PyBytes_AsString(ptr %object)
  %move.object = call ptr @argument(ptr %args, i64 1)
  %move = call ptr @PyBytes_AsString(ptr %move.object)
  %bytes = call i64 @PyBytes_Size(ptr %move.object)
  %wanted = lshr i64 %bytes, 3
  %size = call i64 @word(ptr %words, i64 2)
  %count = load i64, ptr %words
  %first = add i64 %size, 3
  br label %head
head:
  %place = phi i64 [ %first, %entry ], [ %next, %other ]
  %number = phi i64 [ 0, %entry ], [ %more, %other ]
  %ends = icmp sge i64 %number, %count
  br i1 %ends, label %none, label %body
body:
  %length = call i64 @word(ptr %words, i64 %place)
  %alike = icmp eq i64 %length, %wanted
  br i1 %alike, label %compare, label %other
compare:
  %start = add i64 %place, 1
  %here = getelementptr i64, ptr %words, i64 %start
  %differs = call i32 @memcmp(ptr %here, ptr %move, i64 %bytes)
  %same = icmp eq i32 %differs, 0
  br i1 %same, label %found, label %other
other:
  %all = add i64 %length, %size
  %step = add i64 %all, 1
  %next = add i64 %place, %step
  %more = add i64 %number, 1
  br label %head
found:
  %result = call ptr @PyLong_FromLongLong(i64 %number)
  ret ptr %result
none:
  %nothing = call ptr @PyLong_FromLongLong(i64 -1)
  ret ptr %nothing
}}
"""

_FUNCTIONS = ("list_moves", "count_of", "record_after", "move_at", "number_of", "count_moves", "take_move")


class _Method(ctypes.Structure):
    """CPython's ``PyMethodDef``."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Builtins:
    """The functions; the comment above each in the assembly text names its arguments. The process keeps their code.

    ``list_moves`` returns a listing, or an error code; ``number_of`` returns -1 if there is no such move. The table of
    ``count_moves`` and ``take_move``, and what these return, is described in ``engines.numbering``.
    """

    def __init__(self, llvm: Any, machine: Callable[[], Any]) -> None:
        api = ctypes.pythonapi
        for name in CALLED:
            llvm.add_symbol(name, ctypes.cast(getattr(api, name), ctypes.c_void_p).value)
        module = llvm.parse_assembly(_TEXT)
        builder = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=2))
        builder.getModulePassManager().run(module, builder)
        self._engine = llvm.create_mcjit_compiler(module, machine())
        self._engine.finalize_object()
        self._methods = {name: self._method(name) for name in _FUNCTIONS}
        create = api.PyCFunction_NewEx
        create.argtypes, create.restype = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p), ctypes.py_object
        made = {name: create(ctypes.addressof(method), None, None) for name, method in self._methods.items()}
        self.list_moves: Callable[[bytes, bytes, bytes, int], bytes | int] = made["list_moves"]
        self.count_of: Callable[[bytes], int] = made["count_of"]
        self.record_after: Callable[[bytes, int], bytes] = made["record_after"]
        self.move_at: Callable[[bytes, int], bytes] = made["move_at"]
        self.number_of: Callable[[bytes, bytes], int] = made["number_of"]
        self.count_moves: Callable[[bytes, int], int] = made["count_moves"]
        self.take_move: Callable[[bytes, int, int], bytes] = made["take_move"]

    def _method(self, name: str) -> _Method:
        return _Method(name.encode(), self._engine.get_function_address(name), _FASTCALL, None)


def builtins() -> Builtins | None:
    """Return the functions, made on first use; None without CPython or llvmlite."""
    from tilewright.runtime.kernels.native import llvm_at_work

    with llvm_at_work:  # LLVM is used by one thread at a time
        return _made()


@functools.cache
def _made() -> Builtins | None:
    from tilewright.runtime.kernels.native import NativeUnavailable, host_of_llvm

    try:
        host = host_of_llvm()
        return Builtins(host.llvm, host.machine)
    except (NativeUnavailable, AttributeError):
        return None
