"""The engines, which play games. All play every game alike; they differ in speed, and in the time until they start.

interpreter     reads the model: the reference
python          runs the compiled program in Python
native          runs the same program as machine code; needs the extra ``native``
wasm            runs the same program as WebAssembly, with bounded memory and stack; needs the extra ``wasm``
auto            begins with the interpreter, and switches to compiled code once there is enough to do
"""

ENGINES = ("auto", "interpreter", "python", "native", "wasm")
