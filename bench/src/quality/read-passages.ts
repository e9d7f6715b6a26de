import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES = ['guide.md', 'settings.md']
/** Headings, lines of tables without words, pictures and code are no passages. */
const NO_PASSAGE = /^(#|\|[\s|:-]*$|!\[|```|$)/

/** The passages of the guide and the settings: their paragraphs, items of lists and rows of tables. */
export function readPassages(root: string): string[] {
  const lines = FILES.flatMap((file) => readFileSync(join(root, 'docs', file), 'utf8').split('\n'))
  return lines.map((line) => line.trim()).filter((line) => !NO_PASSAGE.test(line))
}
