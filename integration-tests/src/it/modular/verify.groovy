// Both streams of the program: what it printed, and not a word on its standard error.
assert new File(basedir, 'target/output.txt').text.readLines() == ['a 4', 'b 2', '3!']
