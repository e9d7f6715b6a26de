import { expect, test } from 'vitest'
import { richTextToMarkdown } from './rich-text-to-markdown.ts'

test.each([
  ['<h1>Title</h1><h3>Sub</h3><p>a</p><p>b<br>c</p>', '# Title\n\n### Sub\n\na\n\nb\nc'],
  [
    '<ol><li><p>one</p></li><li><p>two</p><ul><li><p>in</p></li></ul></li></ol><p>end</p>',
    '1. one\n2. two\n  - in\n\nend',
  ],
  ['<blockquote><p>said</p></blockquote>', '> said'],
  ['<pre><code class="language-js">a  &lt; b\n  c</code></pre>', '```\na  < b\n  c\n```'],
  [
    '<p>see <a href="https://x.y/?a=1&amp;b=2">here</a> <em>now</em> <code>x</code></p>',
    'see [here](https://x.y/?a=1&b=2) _now_ `x`',
  ],
  [
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['<p>1 < 2 &unknown; &#65;&#x42; &#0;</p>', '1 < 2 &unknown; AB &#0;'],
  ['<div>a</div><custom>b</custom>', 'a\n\nb'],
])('%s', (html, markdown) => {
  expect(richTextToMarkdown(html)).toBe(markdown)
})

test('a long text is written in one pass', () => {
  const html = '<p>word</p>'.repeat(100_000)
  expect(richTextToMarkdown(html).length).toBe(100_000 * 6 - 2)
})
