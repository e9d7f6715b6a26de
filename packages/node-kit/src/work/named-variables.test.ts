import { expect, test } from 'vitest'
import { namedVariables } from './named-variables.ts'

const variables = { town: 'Ulm', secretTown: 'Rome', 'api-key': 'k', two: '2' }

test.each([
  ['return $vars.town', ['town']],
  ['const { town, two } = $vars; return town', ['town', 'two']],
  ['return $vars[\'api-key\'] + $vars["two"]', ['api-key', 'two']],
  ['return $vars.townhall', []],
  ['return Object.values($vars)', []],
  ["return $vars['secret' + 'Town']", []],
  ['return town', []],
])('%s sees %j', (source, names) => {
  expect(Object.keys(namedVariables(source, variables))).toEqual(names)
})
