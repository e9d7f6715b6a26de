import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'

describe('a page', () => {
  test('has a title, a description, and a line for each block', () => {
    const html = `<!doctype html><html><head><title>Red &amp; panda</title>
      <meta name="Description" content="All &quot;about&quot; it"><style>p { color: red }</style>
      <script>document.write('<p>no</p>')</script></head>
      <body><svg><title>Icon</title><text>no</text></svg><h1>Red
      panda</h1><p>Is <b>no</b>&nbsp;bear.<br>Never was.<!-- a comment --><ul><li>One<li>Two</ul>
      <noscript>Switch it on</noscript><template><p>no</p></template><select><option>no</select></body></html>`
    expect(readPage(html)).toEqual({
      title: 'Red & panda',
      description: 'All "about" it',
      text: 'Red panda\nIs no bear.\nNever was.\nOne\nTwo',
      links: [],
    })
  })

  test('has links, by its base where it names one', () => {
    expect(readPage('<a href="/a?b=1&amp;c=2">A</a><a>none</a><A HREF=b>B').links).toEqual([
      '/a?b=1&c=2',
      'b',
    ])
    expect(readPage('<base href="https://x.example/y/"><a href="z">Z</a>').links).toEqual([
      'https://x.example/y/z',
    ])
  })

  test.each([
    ['text without a tag', 'text without a tag'],
    ['<p>One<p class="x', 'One'],
    ['<p>One</p></p></div>Two', 'One\nTwo'],
    ['a < b && c > d', 'a < b && c > d'],
    ['<a __proto__="x" constructor=y href>z</a>', 'z'],
    ['&#x1F43C; &unknown; &#xD800;', '🐼 &unknown; �'],
    ['', ''],
  ])('that is broken is read as far as it goes: %j', (html, text) => {
    expect(readPage(html).text).toBe(text)
  })

  test.each([
    ['nested without an end', '<div>'.repeat(400_000)],
    ['closed without a beginning', `${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`],
    ['unseen without an end', '<svg>'.repeat(400_000)],
    ['one tag of many attributes', `<p ${'a=b '.repeat(400_000)}>`],
    ['entities', '&amp;'.repeat(400_000)],
    ['angles', '<'.repeat(2_000_000)],
    ['comments', '<!--'.repeat(400_000)],
    ['blanks', ' \n'.repeat(1_000_000)],
  ])('that is hostile takes no longer than its length: %s', (_name, html) => {
    // A quadratic reader would need hours for these; the test runner's own limit of time ends it.
    expect(readPage(html).links).toEqual([])
  })
})
