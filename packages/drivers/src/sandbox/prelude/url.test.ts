import { afterAll, describe, expect, test } from 'vitest'
import { expectSameAsNode, startTestSandbox } from './compare-with-node.fixture.ts'

const sandbox = startTestSandbox()
afterAll(() => sandbox.close())

const addresses = [
  'https://example.com',
  'HTTPS://User:Pa%20ss@Example.COM:8443/a/b?x=1&y=2#top',
  'http://example.com:80/',
  'http://example.com:081/',
  'https://example.com:/x',
  '  https://example.com/a b?c d#e f \n',
  'ht\ntps://exam\tple.com/',
  'http:\\\\example.com\\a\\b',
  'http:///example.com/x',
  'http://example.com/a/./b/../c/%2e%2E/d/.',
  'http://example.com/../..',
  'http://example.com/"<>`{}|^[]\'',
  'http://example.com/?q="<>`{}|^[]\'é#"<>`{}é',
  'http://example.com?',
  'http://example.com#',
  'http://example.com/ünï/日本?ü=日',
  'http://münchen.example/',
  'http://日本語.jp',
  'http://faß.example',
  'http://EXAMPLE。com',
  'http://bücher.ünïcode.example:99',
  'http://127.0.0.1/',
  'http://127.1',
  'http://0x7f.1',
  'http://0177.0.0.1',
  'http://2130706433/',
  'http://256.1.1.1',
  'http://1.2.3.4.5',
  'http://1.2.3.',
  'http://[::1]:3000/x',
  'http://[2001:DB8:0:0:1:0:0:1]',
  'http://[1:0:0:2:0:0:0:3]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[1::2::3]',
  'http://[12345::]',
  'http://[1:2:3:4:5:6:7]',
  'http://[::1',
  'http://user@/x',
  'http://u:p:q@h/',
  'http://a@b@c/',
  'http://example.com:99999',
  'http://example.com:x',
  'http://exa mple.com',
  'http://ex%41mple.com',
  'http://ex%00ample.com',
  'http://',
  'https:example.com/x',
  'file:///etc/passwd',
  'file://localhost/x',
  'file://host/x',
  'mailto:somebody@example.com?subject=x y',
  'data:text/plain,hello world',
  'javascript:alert(1)',
  'urn:isbn:123',
  'foo://Host:80/a/../b?x#y',
  'foo:/a/b',
  'example.com',
  '/only/path',
  '//host/path',
  '',
  '1http://x',
  'http',
  'ws://example.com:80/socket',
  'ftp://example.com:21/',
]

describe('URL', () => {
  test('reads addresses as Node does, and refuses the same', async () => {
    await expectSameAsNode(sandbox, addresses, (all) =>
      all.map((address) => {
        if (!URL.canParse(address)) return [address, 'invalid']
        const url = new URL(address)
        const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
          url
        return [
          address,
          href,
          origin,
          protocol,
          username,
          password,
          host,
          hostname,
          port,
          pathname,
          search,
          hash,
        ]
      }),
    )
  })

  test('resolves against a base as Node does', async () => {
    const relative = [
      '',
      'x',
      './x/',
      '../x',
      '../../../x',
      '/x',
      '//other/x',
      '?q',
      '#h',
      '?',
      '#',
      'x?y#z',
      '\\x',
      'http:x',
      'https:x',
      'mailto:x',
      '%2e%2e/x',
      '.',
      '..',
      'a/../b/',
      'x:y',
    ]
    const bases = ['http://h/a/b/c?q=1#f', 'https://h', 'foo://h/a/b', 'foo:/a/b', 'mailto:x', 'file:///a/b']
    await expectSameAsNode(sandbox, [relative, bases], ([all = [], from = []]) =>
      from.flatMap((base) =>
        all.map((one) => [base, one, URL.canParse(one, base) ? new URL(one, base).href : 'invalid']),
      ),
    )
  })

  test('is changed by its parts as in Node, and ignores what does not fit', async () => {
    const changes: [string, string][] = [
      ['protocol', 'http'],
      ['protocol', 'mailto:'],
      ['username', 'a b@'],
      ['password', 'p/w'],
      ['host', 'other.example:444'],
      ['host', 'other.example'],
      ['hostname', 'x.example/y'],
      ['hostname', ''],
      ['port', '443'],
      ['port', '8080x'],
      ['port', ''],
      ['port', '99999'],
      ['pathname', 'a b/../c'],
      ['pathname', ''],
      ['search', 'a=1&b=ä'],
      ['search', '?'],
      ['hash', 'ü'],
      ['hash', ''],
      ['href', 'https://whole.example/new?q=1'],
    ]
    await expectSameAsNode(sandbox, changes, (all) =>
      all.map(([name, value]) => {
        const url = new URL('https://u:p@example.com:8443/a/b?x=1#h')
        Object.assign(url, { [name]: value })
        return [name, value, url.href, [...url.searchParams]]
      }),
    )
  })

  test('and its search params follow each other', async () => {
    await expectSameAsNode(sandbox, null, () => {
      const url = new URL('https://example.com/?a=1')
      const params = url.searchParams
      params.append('b', 'x y&z')
      const first = url.href
      url.search = '?c=3'
      const second = [params.get('a'), params.get('c'), url.searchParams === params]
      params.delete('c')
      return [first, second, url.href, String(url), JSON.stringify({ url })]
    })
  })

  test('says what is wrong in an error that can be caught', async () => {
    const code = 'try { new URL("nonsense") } catch (e) { return [e instanceof TypeError, e.message] }'
    expect((await sandbox.run({ code, globals: {} })).value).toEqual([true, 'Invalid URL'])
  })
})

describe('URLSearchParams', () => {
  test('reads and writes queries as Node does', async () => {
    const queries = [
      '',
      '?',
      'a=1&b=2&a=3',
      '?a',
      '=x',
      '&&a=b&',
      'a=b=c',
      'a+b=c%20d',
      '%zz=%',
      'ü=%C3%BC&x=%ff%fe',
      "!'()~*-._=@:/",
      'a[]=1&a[]=2',
      '\ud800=x',
    ]
    await expectSameAsNode(sandbox, queries, (all) =>
      all.map((query) => {
        const params = new URLSearchParams(query)
        return [query, [...params], params.toString(), params.size, params.get('a'), params.getAll('a')]
      }),
    )
  })

  test('is made of pairs, of an object and of another one, and changed as in Node', async () => {
    await expectSameAsNode(sandbox, { b: '2', a: 'ä 1' }, (fields) => {
      const params = new URLSearchParams(fields)
      params.append('a', 'second')
      params.set('b', 'changed')
      params.set('c', 'new')
      const copy = new URLSearchParams(params)
      copy.sort()
      copy.delete('a', 'second')
      const seen: unknown[] = []
      params.forEach((value, name) => {
        seen.push([name, value])
      })
      return [
        String(params),
        String(copy),
        seen,
        params.has('a'),
        params.has('a', 'x'),
        [...copy.keys()],
        [...copy.values()],
        String(
          new URLSearchParams([
            ['x', '1'],
            ['y', '&'],
          ]),
        ),
      ]
    })
  })
})
