import { expect, test } from 'vitest'
import { findUnusedSheets } from './find-unused-sheets.ts'

const SHEET = 'apps/web/src/features/vectors/vectors.css'
const sheet = [SHEET, '.vectors { margin: 0 }'] as const

test('a stylesheet that nothing imports is told', () => {
  const other = ['apps/web/src/features/list/list.tsx', "import './vectors.css'"] as const
  expect(findUnusedSheets([sheet, other])).toEqual([
    `${SHEET}: no file imports this stylesheet. Import it where its classes are, or delete it.`,
  ])
})

test.each([
  ['apps/web/src/features/vectors/editor.tsx', "import './vectors.css'"],
  ['apps/web/src/features/list/list.tsx', "import '../vectors/vectors.css'"],
  ['apps/web/src/features/all.css', "@import './vectors/vectors.css';"],
])('one that %s imports is used', (path, text) => {
  expect(
    findUnusedSheets([
      sheet,
      [path, text],
      ...(path.endsWith('all.css')
        ? [['apps/web/src/main.tsx', "import './features/all.css'"] as const]
        : []),
    ]),
  ).toEqual([])
})
