import type { ToolCase } from '../tool-case.fixture.ts'

/** Writing files in the tests of the family. */
export const writeFileCase: ToolCase = {
  node: 'writeFile',
  input: { file_path: 'notes.md', text: '# Tea\n' },
  says: 'The file notes.md is written (6 characters).',
  wrong: [
    [{ text: 'x' }, '"file_path" is missing'],
    [{ file_path: 'a.txt' }, '"text" is missing'],
    [{ file_path: '../a.txt', text: 'x' }, 'is no name of a file'],
    [{ file_path: 'C:\\a.txt', text: 'x' }, 'is no name of a file'],
    [{ file_path: '.env', text: 'x' }, 'is no name of a file'],
    [{ file_path: 'a.txt', text: 'x'.repeat(1_000_001) }, 'may have 1000000 characters'],
  ],
  world: { keepFile: ({ name }) => ({ blob: name }) },
}
