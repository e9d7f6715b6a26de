import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without options everything is measured three times', () => {
  expect(readOptions([], '/repository')).toMatchObject({
    repeat: 3,
    rows: [],
    kills: undefined,
    dist: '/repository/dist',
  })
})

test('reads rows, repetitions and the longer command', () => {
  expect(readOptions(['--rows=nodes, kill', '--repeat', '5'], '/r')).toMatchObject({
    rows: ['nodes', 'kill'],
    repeat: 5,
  })
  expect(readOptions(['--kills', '10000', '--layouts=sqlite'], '/r')).toMatchObject({
    kills: 10_000,
    layouts: ['sqlite'],
  })
  expect(readOptions(['--soak=60'], '/r')).toMatchObject({ soak: 60, kills: undefined })
  expect(readOptions(['--against=/old/dist'], '/r')).toMatchObject({ against: '/old/dist', dist: '/r/dist' })
})

test('--quick takes each figure once', () => {
  expect(readOptions(['--quick'], '/r').repeat).toBe(1)
})

test('refuses what is no number and what it does not know', () => {
  expect(() => readOptions(['--repeat=many'], '/r')).toThrow('--repeat=many must be a whole number')
  expect(() => readOptions(['--kills=0'], '/r')).toThrow('--kills=0')
  expect(() => readOptions(['--only=start'], '/r')).toThrow('--only')
})
