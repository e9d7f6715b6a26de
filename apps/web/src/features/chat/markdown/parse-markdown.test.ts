import { describe, expect, test } from 'vitest'
import { parseInline } from './parse-inline.ts'
import { parseMarkdown } from './parse-markdown.ts'

const text = (value: string) => ({ kind: 'text', text: value })

describe('parseMarkdown', () => {
  test('reads paragraphs, headings and rules', () => {
    expect(parseMarkdown('# Title\n\nOne\ntwo\n\n---\nthree')).toEqual([
      { kind: 'heading', level: 1, children: [text('Title')] },
      { kind: 'paragraph', children: [text('One\ntwo')] },
      { kind: 'rule' },
      { kind: 'paragraph', children: [text('three')] },
    ])
  })

  test('reads fenced code word for word, also while its end is still to come', () => {
    const code = { kind: 'code', language: 'ts', text: 'const a = "**b**"\n\n# no heading' }
    expect(parseMarkdown('```ts\nconst a = "**b**"\n\n# no heading\n```')).toEqual([code])
    expect(parseMarkdown('```ts\nconst a = "**b**"\n\n# no heading')).toEqual([code])
  })

  test('reads nested lists and keeps where a numbered one begins', () => {
    expect(parseMarkdown('3. one\n   - inner\n4. two')).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [
          {
            children: [
              { kind: 'paragraph', children: [text('one')] },
              {
                kind: 'list',
                ordered: false,
                start: 1,
                items: [{ children: [{ kind: 'paragraph', children: [text('inner')] }] }],
              },
            ],
          },
          { children: [{ kind: 'paragraph', children: [text('two')] }] },
        ],
      },
    ])
  })

  test('reads quotes and tables', () => {
    expect(parseMarkdown('> said\n\n| a | b |\n|---|:-:|\n| 1 | 2 |')).toEqual([
      { kind: 'quote', children: [{ kind: 'paragraph', children: [text('said')] }] },
      { kind: 'table', head: [[text('a')], [text('b')]], rows: [[[text('1')], [text('2')]]] },
    ])
  })

  test('leaves HTML as text', () => {
    const html = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    expect(parseMarkdown(html)).toEqual([{ kind: 'paragraph', children: [text(html)] }])
  })

  test('ends on every text, however odd', () => {
    for (const odd of [
      '*'.repeat(5_000),
      '['.repeat(5_000),
      '> '.repeat(500),
      '- '.repeat(500),
      '`'.repeat(999),
    ]) {
      expect(parseMarkdown(odd).length).toBeGreaterThan(0)
    }
  })
})

describe('parseInline', () => {
  test('reads emphasis, code and line breaks', () => {
    expect(parseInline('**bold _both_** and `a*b` ~~gone~~  \nnext')).toEqual([
      { kind: 'strong', children: [text('bold '), { kind: 'emphasis', children: [text('both')] }] },
      text(' and '),
      { kind: 'code', text: 'a*b' },
      text(' '),
      { kind: 'strike', children: [text('gone')] },
      { kind: 'break' },
      text('next'),
    ])
  })

  test('leaves underscores inside names alone', () => {
    expect(parseInline('call my_own_name now')).toEqual([text('call my_own_name now')])
  })

  test('links only to http, https and mailto', () => {
    expect(parseInline('[a](https://example.org/x) [b](javascript:alert(1)) [c](data:text/html,x)')).toEqual([
      { kind: 'link', href: 'https://example.org/x', children: [text('a')] },
      text(' b c'),
    ])
    expect(parseInline('see https://example.org/a_b.')).toEqual([
      text('see '),
      { kind: 'link', href: 'https://example.org/a_b', children: [text('https://example.org/a_b')] },
      text('.'),
    ])
  })
})
