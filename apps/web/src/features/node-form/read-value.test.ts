import { describe, expect, test } from 'vitest'
import { listOf, textOf } from './read-value.ts'

describe('what a field shows', () => {
  test('rich text appears without its markup, mentions as references', () => {
    const rich =
      '<p>Ask <span class="variable" data-type="mention" data-id="question">{{ question }}</span> &amp; wait</p><ul><li><p>one</p></li></ul>'
    expect(textOf(rich)).toBe('Ask {{question}} & wait\n\n- one')
  })

  test('a plain text with angle brackets stays as it is', () => {
    expect(textOf('a <b> c &amp; <p>')).toBe('a <b> c &amp; <p>')
    expect(textOf(0)).toBe('0')
    expect(textOf(undefined)).toBe('')
  })

  test('a list is read from a list, its text, or one word', () => {
    expect(listOf('["a","b"]')).toEqual(['a', 'b'])
    expect(listOf(['a', 1])).toEqual(['a'])
    expect(listOf('a')).toEqual(['a'])
    expect(listOf('')).toEqual([])
  })
})
