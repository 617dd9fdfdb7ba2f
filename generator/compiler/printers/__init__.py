"""What programs are printed as: LLVM, and files that stand alone."""
