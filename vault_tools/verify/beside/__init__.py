"""What a note claims beside a formula: entries, lists, tables, sentences, shapes, and statements about chance."""
