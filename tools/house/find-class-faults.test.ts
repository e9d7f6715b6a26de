import { expect, test } from 'vitest'
import { findClassFaults } from './find-class-faults.ts'

const A = 'apps/web/src/pages/list.css'
const B = 'apps/web/src/canvas/canvas.css'
const LIST = '.panel { color: red } .row:hover, .cell { margin: 0 }'

test.each([
  ['.panel { margin: 0 }', 'panel'],
  ['@media (width < 900px) { .panel { margin: 0 } }', 'panel'],
  ['.own { margin: 0; } .panel[data-open] > p { margin: 0 }', 'panel'],
  ['.own, .cell { margin: 0 }', 'cell'],
  [':is(.own, .row) { margin: 0 }', 'row'],
  ["[data-colour='dark'] .panel { margin: 0 }", 'panel'],
  ['.react-flow__node.selected > .row { margin: 0 }', 'row'],
])('%s defines what another stylesheet defines', (text, name) => {
  expect(
    findClassFaults([
      [A, LIST],
      [B, text],
    ]),
  ).toEqual([`${B}: .${name} is defined in ${A} too. Rename one, or put both in one place.`])
})

test.each([
  ['.own .panel { margin: 0 }'],
  ['.own > :is(.panel, .row) { margin: 0 }'],
  ['/* .panel { } */ .own { width: calc(1.5 * var(--panel)) }'],
  ['.panel-head { margin: 0 }'],
  ['@keyframes panel { 0.5% { margin: 0 } }'],
])('%s does not', (text) => {
  expect(
    findClassFaults([
      [A, LIST],
      [B, text],
    ]),
  ).toEqual([])
})

test('apps, files that are no stylesheets, and classes of libraries are left alone', () => {
  const texts = [
    [A, LIST],
    ['apps/embed/src/list.css', LIST],
    ['docs/styles.md', LIST],
  ] as const
  expect(findClassFaults(texts)).toEqual([])
  const library = '.mantine-Input-input { margin: 0 }'
  expect(
    findClassFaults([
      [A, library],
      [B, library],
    ]),
  ).toEqual([])
})
