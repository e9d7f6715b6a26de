import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { jsonPathExtractorCase } from './json-path-extractor.case.fixture.ts'

const json = { a: { 'b.c': [10, { d: null }], e: '' }, list: ['x', 'y'] }

test.each([
  ['list[1]', 'y'],
  ['list.0', 'x'],
  ['$.list[0]', 'x'],
  ['a["b.c"][0]', '10'],
  ["a['b.c'][1]", '{"d":null}'],
  ['a.e', ''],
  ['a', JSON.stringify(json.a)],
])('the path %s gives %j', async (path, content) => {
  for (const input of [{ json }, { json: JSON.stringify(json) }, JSON.stringify(json)]) {
    const opened = openToolCase(jsonPathExtractorCase, { values: { path } })
    expect((await opened.ask(input)).content).toBe(content)
  }
})

test.each([
  ['list[9]', 'nothing at the path'],
  ['a.constructor', 'nothing at the path'],
  ['list.length', 'nothing at the path'],
  ['a[', 'cannot be read from position 2 on'],
  ['', 'has no path'],
])('the path %j is a fault, or null where the author wants it', async (path, says) => {
  const opened = openToolCase(jsonPathExtractorCase, { values: { path } })
  expect((await opened.ask({ json })).used.error).toContain(says)
  const quiet = openToolCase(jsonPathExtractorCase, { values: { path, returnNullOnError: true } })
  expect(await quiet.ask({ json })).toMatchObject({ content: 'null' })
})
