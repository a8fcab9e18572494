"""How well Taisa understands, measured on labelled files: `agent eval routing|reading|retrieval`.

splits      which files belong to tuning, validation and test; the test files stay shut until they are named
data        labelled files, read with every fault told by file and line
reading     replies → rows          routing     complaints → rows          asking      questions → rows
retrieval   how well pages are found, under any setting of the search      ways        each stage of it off or otherwise
results     rows → figures by language, kind and trait                     ablation    what each part is worth
metrics     the few formulas, on numpy
compare     two runs, row by row    report      terminal, Markdown, JSON   plots       pictures
"""
