import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

test.each([
  ['<h3>Tea</h3>text', '### Tea\n\ntext'],
  ['<p>One<br>two <em>three</em></p>\n<p>four</p>', 'One\ntwo _three_\n\nfour'],
  ['<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>', '- a\n\n  1. b\n  2. c\n\n- d'],
  ['<a href=\'/a?b&amp;c\'><img alt="x" src="y.png"></a>', '[![x](y.png)](/a?b&c)'],
  ['<pre><code>if (a &lt; b)\n  c()</code></pre>', '```\nif (a < b)\n  c()\n```'],
  ['use <code>x</code>', 'use `x`'],
  ['<table><tr><th>a</th><td>b</td></tr></table>', '| a | b'],
  ['<!DOCTYPE html><!-- <p>no</p> --><script>if (a < b) {}</script>yes<style>p{}</style>', 'yes'],
  ['1 < 2 &#233; &#x41; &unknown; &#0;', '1 < 2 é A &unknown; &#0;'],
])('%s becomes %s', async (html, markdown) => {
  expect(await htmlToMarkdown(html)).toBe(markdown)
})
