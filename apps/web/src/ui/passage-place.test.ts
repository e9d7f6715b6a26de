import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { readPassagePlace } from './passage-place.ts'

const lines = { from: 1, to: 2 }

test.each<[string, JsonObject, object]>([
  ['a page and its lines', { loc: { pageNumber: 3, lines } }, { page: 3, lines }],
  ['a page that is named beside', { page: 4 }, { page: 4 }],
  ['a slide and its lines', { slideNumber: 2, loc: { lines } }, { slide: 2, lines }],
  ['the chapter of a book', { chapter: 5 }, { chapter: 5 }],
  ['the row of a sheet', { worksheet: 'Log', rowNum: 7, loc: { lines } }, { sheet: 'Log', row: 7 }],
  ['the row of a table, not the lines inside it', { line: 17, loc: { lines } }, { entry: 17 }],
  ['nothing that is no number', { line: '17', page: null, loc: { lines: { from: 'a', to: 2 } } }, {}],
])('a place is %s', (_title, metadata, place) => {
  expect(readPassagePlace(metadata)).toEqual(place)
})
