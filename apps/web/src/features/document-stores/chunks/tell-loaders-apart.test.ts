import { expect, test } from 'vitest'
import { tellLoadersApart } from './tell-loaders-apart.ts'

const loader = (id: string, loaderName: string, source = '') => ({ id, loaderName, source })
const told = (...loaders: ReturnType<typeof loader>[]) => [...tellLoadersApart(loaders).values()]

test('loaders are told apart by their names, those of one name also by what they read', () => {
  expect(told(loader('a', 'Teas'), loader('b', 'Names'))).toEqual(['Teas', 'Names'])
  expect(told(loader('a', 'Pdf', 'tea.pdf'), loader('b', 'Pdf', 'cocoa.pdf'), loader('c', 'Text'))).toEqual([
    'Pdf, tea.pdf',
    'Pdf, cocoa.pdf',
    'Text',
  ])
  expect(told(loader('a', 'Text'), loader('b', 'Text', 'x'))).toEqual(['Text', 'Text, x'])
})

test('of a single one there is nothing to tell', () => {
  expect(told(loader('a', 'Teas'))).toEqual([])
})
