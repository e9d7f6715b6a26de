/** Line and column of an offset of a text, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let begin = 0
  // Not split: a text may be a million lines.
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', begin)) {
    line += 1
    begin = at + 1
  }
  return { line, column: offset - begin + 1 }
}
