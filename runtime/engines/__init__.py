"""The engines: what plays a game. All play every game alike; they differ in how soon they start and how fast they are.

interpreter     reads the model: the reference
python          runs the code of the compiled game in Python
native          runs the same code as machine code; needs the extra ``native``
wasm            runs the same code as WebAssembly, within bounds of its own; needs the extra ``wasm``
auto            begins with the interpreter, and goes over to compiled code once there is enough to do
"""

ENGINES = ("auto", "interpreter", "python", "native", "wasm")
