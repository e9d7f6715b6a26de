import { expect, test } from 'vitest'
import { selectionSteps } from './select-page.ts'

const selectText = (html: string, selector: string) => [...selectionSteps(html, selector)].at(-1)

const page = `<html><head><title>T</title></head><body>
  <nav class="top">Menu <a href="/">Home</a></nav>
  <main id="content"><article class="post big"><h1>Tea</h1><p>Green<br>or black</p></article>
    <div><article data-kind="aside"><p>Milk</p></article></div></main>
  <footer>End</footer></body></html>`

test.each([
  ['main', 'Tea\nGreen\nor black\nMilk'],
  ['#content', 'Tea\nGreen\nor black\nMilk'],
  ['.post p', 'Green\nor black'],
  ['main > article', 'Tea\nGreen\nor black'],
  ['article', 'Tea\nGreen\nor black\nMilk'],
  ['article.post.big, footer', 'Tea\nGreen\nor black\nEnd'],
  ['[data-kind] > p', 'Milk'],
  ['article[data-kind="aside"]', 'Milk'],
  ['body * p', 'Green\nor black\nMilk'],
  ['main > p', undefined],
  ['.po', undefined],
])('%s picks its elements', (selector, text) => {
  expect(selectText(page, selector)).toBe(text)
})

test.each(['p:nth-child(2)', 'a ~ b', 'main >', '', '[', 'a'.repeat(600)])(
  'what says more is refused: %s',
  (selector) => {
    expect(() => selectText(page, selector)).toThrow()
  },
)

test('a page as deep as it is long is read in a time that grows with its length alone', () => {
  expect(selectText('<b>'.repeat(300_000), 'i b')).toBeUndefined()
  expect(selectText(`<i>Tea${'</b>'.repeat(300_000)}`, 'i')).toBe('Tea')
})

const many = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_each, n) => write(n)).join()

test('many selectors on a deep page of many elements are matched once for each element', () => {
  const deep = `${'<b>'.repeat(298)}${'<a></a>'.repeat(250_000)}`
  expect(
    selectText(
      deep,
      many(80, (n) => `x${n} a`),
    ),
  ).toBeUndefined()
  expect(selectText(deep, '[q] [r] a,.x .y > a')).toBeUndefined()
})

test('the classes of an element are read once, however many selectors name some', () => {
  const page = `<p class="${'b '.repeat(900_000)}">Tea`
  expect(
    selectText(
      page,
      many(90, (n) => `.a${n}`),
    ),
  ).toBeUndefined()
  expect(selectText(page, '.a,.b')).toBe('Tea')
})

test.each([
  // What stands nearest need not be what the step before it wants.
  ['<i><u><i><b>Tea', 'u > i b', 'Tea'],
  ['<u><i><p><i><b>Tea', 'u > i b', 'Tea'],
  ['<i><b>Tea', 'i i b', undefined],
  ['<u></u><i><b>Tea</b></i><u><b>Milk', 'u b', 'Milk'],
  ['<p>Tea', '[constructor]', undefined],
])('%s with %s', (html, selector, text) => {
  expect(selectText(html, selector)).toBe(text)
})
