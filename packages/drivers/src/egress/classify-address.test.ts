import { describe, expect, test } from 'vitest'
import { findCanonicalHost, findHostAndPort } from './canonical-host.ts'
import { findNonPublicKind } from './classify-address.ts'

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:0808:0808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'not-an-address',
  '',
]

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001::200e',
]

describe('findNonPublicKind', () => {
  test.each(refused)('%s is not public', (address) => {
    expect(findNonPublicKind(address)).toBeTypeOf('string')
  })

  test.each(allowed)('%s is public', (address) => {
    expect(findNonPublicKind(address)).toBeUndefined()
  })
})

describe('findCanonicalHost', () => {
  test.each([
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['LOCALHOST.', 'localhost'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['①②⑦.⓪.⓪.①', '127.0.0.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s is %s', (text, host) => {
    expect(findCanonicalHost(text)).toBe(host)
  })

  test.each(['', '.', 'a b', 'a/b', 'user@host', 'host:80', '1.2.3.4.5', '[::1', 'a\\b', 'fe80::1%eth0'])(
    '%j is no host',
    (text) => {
      expect(findCanonicalHost(text)).toBeUndefined()
    },
  )
})

describe('findHostAndPort', () => {
  test.each([
    ['localhost:11434', { host: 'localhost', port: 11434 }],
    [' [::1]:80 ', { host: '::1', port: 80 }],
    ['0x7f.1:5432', { host: '127.0.0.1', port: 5432 }],
  ])('%s is an entry', (entry, expected) => {
    expect(findHostAndPort(entry)).toEqual(expected)
  })

  test.each(['localhost', 'localhost:0', 'localhost:65536', '::1:80', 'http://x:80', ':80', 'x:y'])(
    '%s is none',
    (entry) => {
      expect(findHostAndPort(entry)).toBeUndefined()
    },
  )
})
