import { expect, test } from 'vitest'
import { addressByName } from './passkey-hindrance.ts'

const byName = (address: string) => addressByName(new URL(address) as unknown as Location)

test('a page of the own machine is led to its name, port and page with it; no other machine is', () => {
  expect(byName('http://127.0.0.1:3000/account')).toBe('http://localhost:3000/account')
  expect(byName('http://[::1]:3000/account')).toBe('http://localhost:3000/account')
  expect(byName('http://192.168.1.20:3000/account')).toBeUndefined()
  expect(byName('https://runnel.example.com/account')).toBeUndefined()
})
