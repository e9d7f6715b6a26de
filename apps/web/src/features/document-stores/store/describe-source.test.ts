import type { InputDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { describeSource } from './describe-source.ts'

const method: InputDefinition = {
  label: 'Method',
  name: 'method',
  type: 'options',
  options: [{ label: 'Web Crawl', name: 'webCrawl' }],
}
const url: InputDefinition = { label: 'URL', name: 'url', type: 'string', identifies: true }
const loader = {
  loaderName: 'Handbook',
  loaderConfig: { method: 'webCrawl', url: 'https://example.com/docs' },
  source: 'webCrawl',
}

test('a loader is told by its kind and by what it reads, not by a word of the wire', () => {
  const kind = { label: 'Web Scraper', inputs: [method, url] }
  expect(describeSource(loader, kind)).toBe('Web Scraper · https://example.com/docs')
  expect(describeSource({ ...loader, loaderName: 'Web Scraper' }, kind)).toBe('https://example.com/docs')
})

test('a choice is told by its label, and nothing of what does not tell loaders apart', () => {
  expect(describeSource(loader, { label: 'Crawler', inputs: [{ ...method, identifies: true }] })).toBe(
    'Crawler · Web Crawl',
  )
  expect(describeSource(loader, { label: 'Crawler', inputs: [method] })).toBe('Crawler')
})

test('of a kind that is not known what the server says is shown', () => {
  expect(describeSource(loader, undefined)).toBe('webCrawl')
})
