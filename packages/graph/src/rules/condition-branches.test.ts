import { describe, expect, test } from 'vitest'
import { branchesFromCode, branchesFromItems, camelCase } from './condition-branches.ts'

describe('branches of the older condition nodes', () => {
  test('names become camel case [S4-COND-06]', () => {
    expect(camelCase('My Branch-2')).toBe('myBranch2')
    expect(camelCase('HTTP Error')).toBe('httpError')
    expect(camelCase('alreadyCamel')).toBe('alreadyCamel')
  })

  test('items give one branch each in their order, End comes last [S4-COND-02]', () => {
    expect(branchesFromItems([{ output: 'Zebra' }, { output: 'Ape' }]).map(({ name }) => name)).toEqual([
      'zebra',
      'ape',
      'end',
    ])
    expect(branchesFromItems([])).toEqual([{ name: 'end', label: 'End' }])
  })

  test('code gives the texts that it returns [S4-COND-05]', () => {
    const code = `
      // return "comment"
      /* return 'comment' */
      const url = "https://x" // return 'later'
      if (a) return "First One";
      if (b) { return 'second' }
      const f = () => { return (\`third\`) }
      return "second"`
    expect(branchesFromCode(code).map(({ name }) => name)).toEqual(['firstOne', 'second', 'third'])
    expect(branchesFromCode('const a = "x"')).toEqual([])
    expect(branchesFromCode(['return `$', '{a}`'].join(''))).toEqual([])
  })
})
