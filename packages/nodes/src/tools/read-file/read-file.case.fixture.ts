import type { ToolCase } from '../tool-case.fixture.ts'

/** Reading files in the tests of the family. */
export const readFileCase: ToolCase = {
  node: 'readFile',
  input: { file_path: 'notes.txt' },
  says: 'Green tea wants seventy degrees.',
  wrong: [
    [{}, '"file_path" is missing'],
    [{ file_path: 'other.txt' }, 'It has: notes.txt, pixel.png, tea.pdf.'],
    [{ file_path: '../notes.txt' }, 'is no name of a file'],
    [{ file_path: '/etc/passwd' }, 'is no name of a file'],
    [{ file_path: 'notes.txt', offset: -1 }, '"offset" must be'],
    [{ file_path: 'pixel.png' }, 'holds no text'],
  ],
  world: {
    keptFiles: () => [
      { blob: 'b1', name: 'notes.txt', mediaType: 'text/plain', size: 32 },
      { blob: 'b2', name: 'pixel.png', mediaType: 'image/png', size: 2 },
      { blob: 'b3', name: 'tea.pdf', mediaType: 'application/pdf', size: 9 },
    ],
    file: (source) =>
      'blob' in source && source.blob === 'b1'
        ? {
            bytes: Buffer.from('Green tea wants seventy degrees.'),
            mediaType: 'text/plain',
            name: 'notes.txt',
          }
        : { bytes: new Uint8Array([0xff, 0xfe]), mediaType: 'image/png', name: 'pixel.png' },
    pages: () => ({ pages: ['One', 'Two'], facts: [{}, {}], metadata: {} }),
  },
}
