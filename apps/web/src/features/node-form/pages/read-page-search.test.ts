import type { InputDefinition, JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { readPageSearch } from './read-page-search.ts'

const text = (name: string, initial?: string | number): InputDefinition => ({
  name,
  label: name,
  type: 'string',
  ...(initial !== undefined && { default: initial }),
})
const input: InputDefinition = { ...text('pages'), loadsFrom: ['site', 'way', 'most'] }
const search = (values: JsonObject) =>
  readPageSearch({
    input,
    owner: { type: 'x', path: '', values, inputs: [text('site'), text('way', 'webCrawl'), text('most', 10)] },
  })

test('the search follows the fields of the node, and what stands in them when nothing was written', () => {
  expect(search({ site: ' https://tea.example ' })).toEqual({
    url: 'https://tea.example',
    by: 'webCrawl',
    limit: 10,
  })
  expect(search({ way: 'scrapeXMLSitemap', most: '0' })).toMatchObject({ by: 'scrapeXMLSitemap', limit: 0 })
})

test('what is no number is no limit', () => {
  for (const most of ['{{$vars.most}}', '-1', '1.5', '']) expect(search({ most }).limit).toBeUndefined()
})
