import { expect, test } from 'vitest'
import { reachMongo } from './mongo-account.ts'

const reach = (mongoDBConnectUrl: string) => reachMongo({ mongoDBConnectUrl })
const account = { user: 'tea', password: 'p@:ss' }

test.each([
  ['mongodb://h', { hosts: [{ host: 'h', port: 27_017 }], srv: false, tls: false }],
  [
    ' mongodb+srv://tea:p%40%3Ass@c0.example.net/?retryWrites=true&appName=Tea ',
    { hosts: [{ host: 'c0.example.net', port: 27_017 }], srv: true, tls: true, ...account },
  ],
  [
    'mongodb://tea:p%40%3Ass@a.example:1,b.example,[::1]:3/talks?ssl=true',
    {
      hosts: [
        { host: 'a.example', port: 1 },
        { host: 'b.example', port: 27_017 },
        { host: '[::1]', port: 3 },
      ],
      srv: false,
      tls: true,
      authSource: 'talks',
      ...account,
    },
  ],
  [
    'mongodb+srv://h.example.net/talks?authSource=users&tls=false&proxyHost=evil.example',
    {
      hosts: [{ host: 'h.example.net', port: 27_017 }],
      srv: true,
      tls: false,
      authSource: 'users',
    },
  ],
  ['mongodb://h?AuthMechanism=SCRAM-SHA-1', { hosts: [{ host: 'h', port: 27_017 }], srv: false, tls: false }],
])('where a MongoDB is is read of %s', (url, address) => {
  expect(reach(url)).toEqual(address)
})

test.each([
  ['', 'missing_credential'],
  ['https://secret.example', 'invalid_input'],
  ['secret', 'invalid_input'],
  ['mongodb://%2Ftmp%2Fsecret.sock', 'invalid_input'],
  ['mongodb://u:secret@', 'invalid_input'],
  ['mongodb://u:secret@h:70000', 'invalid_input'],
  ['mongodb+srv://u:secret@a.example,b.example', 'invalid_input'],
  ['mongodb://u:secret@h?authMechanism=MONGODB-AWS', 'invalid_input'],
])('%s leads nowhere, and is not repeated', (url, code) => {
  expect(() => reach(url)).toThrow(expect.objectContaining({ code }))
  expect(() => reach(url)).not.toThrow('secret')
})
