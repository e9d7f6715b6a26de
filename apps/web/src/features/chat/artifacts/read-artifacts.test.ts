import { expect, test } from 'vitest'
import { asArtifacts, findArtifacts, readArtifacts } from './read-artifacts.ts'

test('pictures can be drawn and kept as files', () => {
  expect(
    readArtifacts([
      { type: 'png', data: 'iVBORw0KGgo=' },
      { type: 'jpeg', data: 'data:image/jpeg;base64,/9j/4A==' },
    ]),
  ).toEqual([
    { kind: 'picture', address: 'data:image/png;base64,iVBORw0KGgo=', fileName: 'picture-1.png' },
    { kind: 'picture', address: 'data:image/jpeg;base64,/9j/4A==', fileName: 'picture-2.jpg' },
  ])
})

test.each([
  [
    { type: 'markdown', data: '**bold**' },
    { kind: 'markdown', text: '**bold**' },
  ],
  [
    { type: 'latex', data: 'E = mc^2' },
    { kind: 'markdown', text: '$$\nE = mc^2\n$$' },
  ],
  [
    { type: 'html', data: '<script>alert(1)</script>' },
    { kind: 'code', language: 'HTML', text: '<script>alert(1)</script>' },
  ],
  [
    { type: 'javascript', data: 'run()' },
    { kind: 'code', language: 'JavaScript', text: 'run()' },
  ],
  [
    { type: 'json', data: { a: 1 } },
    { kind: 'code', language: 'JSON', text: '{\n  "a": 1\n}' },
  ],
  [
    { type: 'text', data: 'plain' },
    { kind: 'code', language: 'text', text: 'plain' },
  ],
  [
    { type: 'constructor', data: 'odd' },
    { kind: 'code', language: 'constructor', text: 'odd' },
  ],
  [
    { type: 'png', data: 'x" onerror="alert(1)' },
    { kind: 'code', language: 'png', text: 'x" onerror="alert(1)' },
  ],
  [
    { type: 'png', data: 'FILE-STORAGE::a.png' },
    { kind: 'code', language: 'png', text: 'FILE-STORAGE::a.png' },
  ],
  ['bare', { kind: 'code', language: 'JSON', text: 'bare' }],
])('%j is shown without being run', (artifact, shown) => {
  expect(readArtifacts([artifact])).toEqual([shown])
})

test('files of the conversation are drawn or led to, where it is known', () => {
  const artifacts = [
    { type: 'png', data: 'FILE-STORAGE::a.png' },
    { type: 'file', data: 'FILE-STORAGE::a.csv' },
    { type: 'text', data: 'FILE-STORAGE::a.txt' },
  ]
  expect(readArtifacts(artifacts, (name) => `/files/${name}`)).toEqual([
    { kind: 'picture', address: '/files/a.png', fileName: 'a.png' },
    { kind: 'file', address: '/files/a.csv', fileName: 'a.csv' },
    { kind: 'file', address: '/files/a.txt', fileName: 'a.txt' },
  ])
})

test('artifacts are found in what a step or a call gave', () => {
  const artifacts = [{ type: 'text', data: 'a' }]
  expect(findArtifacts({ artifacts })).toEqual(artifacts)
  expect(findArtifacts({ output: { content: 'x', artifacts } })).toEqual(artifacts)
  expect(findArtifacts({ content: 'x' })).toEqual([])
  expect(findArtifacts('x')).toEqual([])
})

test('files that a model made are led to, beside what its tools made', () => {
  const picture = { type: 'png', data: 'FILE-STORAGE::a.png' }
  const table = { filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }
  const found = findArtifacts({ output: { content: 'x', artifacts: [picture], fileAnnotations: [table] } })
  expect(readArtifacts(found, (name) => `/files/${name}`)).toEqual([
    { kind: 'picture', address: '/files/a.png', fileName: 'a.png' },
    { kind: 'file', address: '/files/table.csv', fileName: 'table.csv' },
  ])
  expect(findArtifacts({ fileAnnotations: [table] })).toEqual(asArtifacts([table]))
  expect(asArtifacts(['odd'])).toEqual(['odd'])
})
