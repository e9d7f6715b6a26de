import { expect, test } from 'vitest'
import { findWayOutFaults } from './find-way-out-faults.ts'

const ROUTE = 'apps/server/src/http/handlers/a.ts'
const PAGE = 'apps/web/src/pages/a.tsx'

test.each([
  [ROUTE, 'return reply.redirect(url)', 'redirects'],
  [ROUTE, 'reply.code(302).redirect(`//evil`)', 'redirects'],
  [ROUTE, 'response.writeHead(302, { location: url })', 'redirects'],
  [ROUTE, "reply.header('Location', url)", 'sets a header'],
  [ROUTE, 'reply.headers({ location: url })', 'sets a header'],
  ['packages/operations/src/a.ts', "raw.setHeader('refresh', url)", 'sets a header'],
  [ROUTE, '<meta http-equiv="refresh" content="0; url=//x">', 'has a page lead elsewhere'],
  [PAGE, 'window.location.assign(url)', 'leaves the page'],
  [PAGE, 'location.replace(url)', 'leaves the page'],
  [PAGE, 'window.location.href = url', 'leaves the page'],
  [PAGE, 'opened.location = url', 'leaves the page'],
  [PAGE, 'window.open(url)', 'opens a window'],
  [PAGE, '<a href={url}>x</a>', 'links to an address'],
  [PAGE, '<Anchor href="//evil.example">x</Anchor>', 'links to an address'],
  [PAGE, '<a href="https://example.org">x</a>', 'links to an address'],
  [PAGE, '<button formAction={url} />', 'links to an address'],
  [PAGE, 'void navigate({\n  href: from,\n})', 'has the router go'],
  ['packages/client/src/a.ts', 'location.assign(url)', 'leaves the page'],
])('%s with %j is named', (path, text, what) => {
  expect(findWayOutFaults([[path, text]])).toEqual([expect.stringContaining(`${path} ${what}`)])
})

test.each([
  [ROUTE, 'const { redirect } = options; throw redirect({ to })'],
  [ROUTE, "const at = headers.get('location')"],
  [PAGE, '<a href="/api/docs">x</a> <a href="#content">y</a>'],
  [PAGE, "<a href={api.addressOf('getNode', input)}>x</a>"],
  [PAGE, 'const location = useLocation(); if (location === other) return'],
  [PAGE, 'const { pathname } = window.location'],
  [PAGE, "void navigate({ to: '/tools' })"],
  [PAGE, 'throw redirect({ to: gate, search: { from: location.href } })'],
  [PAGE, '<OutsideLink address={address}>x</OutsideLink>'],
  ['apps/web/src/pages/a.test.tsx', 'window.location.assign(url)'],
  ['e2e/journeys/a.ts', 'window.open(url)'],
  ['docs/a.md', 'window.open(url)'],
])('%s with %j is let pass', (path, text) => {
  expect(findWayOutFaults([[path, text]])).toEqual([])
})

test('a file that may lead elsewhere is taken off the list when it does not', () => {
  const path = 'apps/web/src/app/leave-site.ts'
  const both = 'from.location.assign(provider); window.open(address)'
  expect(findWayOutFaults([[path, both]])).toEqual([])
  expect(findWayOutFaults([[path, 'window.open(address)']])).toEqual([
    `${path} is listed as one that leaves the page, and does not. Take it off the list.`,
  ])
})
