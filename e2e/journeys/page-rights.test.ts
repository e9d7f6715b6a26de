import { describe, expect, test } from 'vitest'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { prepareJourney } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'

const journey = prepareJourney()
const goesTo = (path: string) => expect.poll(() => new URL(journey.page.url()).pathname).toBe(path)
const CANVASES = ['/canvas', '/agentcanvas', '/v2/agentcanvas']
const ID = crypto.randomUUID()
const STORE_PAGES = [
  '',
  `/${ID}`,
  `/${ID}/${ID}`,
  `/chunks/${ID}/all`,
  `/vector/${ID}`,
  `/vector/${ID}/${ID}`,
  `/query/${ID}`,
]

describe('a visitor who is not signed in', () => {
  test.each(['/login', '/signin', '/register', '/reset-password', '/unauthorized', '/organization-setup'])(
    'may open %s, outside of the shell [S2-AUTH-01..03 S2-AUTH-06..08]',
    async (path) => {
      const { page } = journey
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
    },
  )

  test('is led from any other page to the sign-in [S5-GUARD-01]', async () => {
    const { page } = journey
    await signInAsAdministrator(page)
    const stranger = await journey.openVisitor()
    await stranger.page.goto('/executions')
    await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(stranger.page.url()).toContain('signin')
  })

  test.each([
    ['/login', '/signin', 'Sign in'],
    ['/signin', '/signin', 'Sign in'],
    ['/register', '/register', 'Join Runnel'],
    ['/reset-password', '/reset-password', 'New password'],
    ['/unauthorized', '/unauthorized', 'You may not open this'],
    ['/organization-setup', '/signin', 'Sign in'],
  ])(
    'finds %s where somebody administers: at %s, outside of the shell, and is sent round in no circle [S2-AUTH-01..03 S2-AUTH-06..08]',
    async (path, place, title) => {
      const { page, context } = await journey.openVisitor()
      const places: string[] = []
      page.on('framenavigated', (frame) => {
        const { pathname } = new URL(frame.url())
        if (places.at(-1) !== pathname) places.push(pathname)
      })
      await page.goto(path)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      expect(places).toEqual(path === place ? [path] : [path, place])
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await page.getByRole('banner').count()).toBe(0)
      expect(await context.cookies()).toEqual([])
      expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    },
  )
})

describe('who may do everything', () => {
  test.each([
    ['/', 'Chatflows'],
    ['/chatflows', 'Chatflows'],
    ['/agentflows', 'Agentflows'],
    ['/executions', 'Executions'],
    ['/tools', 'Tools'],
    ['/credentials', 'Credentials'],
    ['/variables', 'Variables'],
    ['/apikey', 'API Keys'],
    ['/document-stores', 'Document Stores'],
  ])(
    'sees %s inside of the shell [S1-PROD-02 S2-ROUTE-01..04 S2-ROUTE-06 S2-ROUTE-12..14 S2-ROUTE-37]',
    async (path, title) => {
      const { page } = journey
      await page.goto(path)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
      await page.getByRole('banner').waitFor()
    },
  )

  test('sees each canvas in the whole window, new and stored [S1-PROD-02 S2-CANVAS-01..06]', async () => {
    const { page } = journey
    const api = await openApi(journey.product.address)
    for (const [index, type] of ['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW'].entries()) {
      const flow = await api.post<{ id: string }>('/chatflows', {
        name: `A ${type}`,
        type,
        flowData: '{"nodes":[],"edges":[]}',
      })
      for (const path of [CANVASES[index] ?? '', `${CANVASES[index]}/${flow.id}`]) {
        await page.goto(path)
        await page.locator('.react-flow__pane').waitFor()
        expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
      }
    }
  })

  test('finds the two kinds of agent flows by their names [S1-FLOW-02 S1-FLOW-03]', async () => {
    const { page } = journey
    await page.goto('/agentflows')
    await page.getByText('Agentflow V2', { exact: true }).first().waitFor()
    await page.getByText('Agentflow', { exact: true }).first().waitFor()
  })

  test('reaches the start page over a logo of 150 pixels [S1-NAV-02]', async () => {
    const { page } = journey
    const logo = page.getByRole('link', { name: 'Runnel, to the start page' })
    expect(await logo.getAttribute('href')).toBe('/chatflows')
    expect((await logo.boundingBox())?.width).toBe(150)
    await logo.click()
    await goesTo('/chatflows')
  })

  test('makes room by the menu button, and takes it back [S2-TOP-01]', async () => {
    const { page } = journey
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const widthOf = async () => Math.round((await menu.boundingBox())?.width ?? 0)
    const wide = await widthOf()
    await page.getByRole('button', { name: 'Collapse the menu' }).click()
    await expect.poll(widthOf).toBeLessThan(wide / 2)
    await page.getByRole('button', { name: 'Expand the menu' }).click()
    await expect.poll(widthOf).toBe(wide)
  })
})

test('a reader of flows finds no menu in which nothing stands', async () => {
  const reader = await journey.openVisitor()
  const { page } = reader
  await page.goto('/')
  await signIn(page)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()
  await becomeMember(page, { permissions: ['chatflows:view'], platform: 'enterprise' })
  for (const view of ['cards', 'table']) {
    await page.goto(`/chatflows?view=${view}`)
    await page.getByRole('link', { name: 'A CHATFLOW' }).first().waitFor()
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  }
  await page.goto('/chatflows?q=nothing-is-called-so')
  await page.getByText('Nothing matches').waitFor()
})

describe('a member who may see runs only', () => {
  test('has that entry and that page, and is refused every other [S2-SIDE-05 S5-GUARD-06 S2-ROUTE-01..04 S2-ROUTE-06 S2-ROUTE-12..20 S2-CANVAS-01..06 S6-PERM-03]', async () => {
    const { page } = journey
    await becomeMember(page, { permissions: ['executions:view'], platform: 'enterprise' })
    await page.goto('/')
    await goesTo('/executions')
    const entries = page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem')
    await expect.poll(() => entries.allInnerTexts()).toEqual(['Executions', 'Account Settings'])
    const logo = page.getByRole('link', { name: 'Runnel, to the start page' })
    expect(await logo.getAttribute('href'), 'where the logo leads').toBe('/executions')
    const refused = [
      '/chatflows',
      '/agentflows',
      '/tools',
      '/credentials',
      '/variables',
      '/apikey',
      ...STORE_PAGES.map((path) => `/document-stores${path}`),
      ...CANVASES,
    ]
    for (const path of [...refused, ...CANVASES.map((canvas) => `${canvas}/${crypto.randomUUID()}`)]) {
      await page.goto(path)
      await goesTo('/unauthorized')
    }
  })

  test('is refused nothing where the platform is another word: it counts as open source [S1-PLAT-03 S6-CHECK-01]', async () => {
    const { page } = journey
    await becomeMember(page, { permissions: ['executions:view'], platform: 'oss' })
    await page.goto('/apikey')
    await page.getByRole('heading', { name: 'API Keys', level: 1 }).waitFor()
    await goesTo('/apikey')
  })

  test('finds no page of a feature there: those are for other platforms [S5-GUARD-02]', async () => {
    const { page } = journey
    for (const path of ['/users', '/roles', '/workspaces', '/account']) {
      await page.goto(path)
      await goesTo('/unauthorized')
    }
  })

  test('is refused each page whose flag is off, and has no entry of it [S6-FLAG-04..08 S6-FLAG-10]', async () => {
    const { page } = journey
    const pages = {
      'feat:sso-config': ['/sso-config', 'sso:manage'],
      'feat:roles': ['/roles', 'roles:manage'],
      'feat:users': ['/users', 'users:manage'],
      'feat:workspaces': ['/workspaces', 'workspace:view'],
      'feat:login-activity': ['/login-activity', 'loginActivity:view'],
      'feat:account': ['/account', 'executions:view'],
    } as const
    const permissions = [...new Set(Object.values(pages).map(([, permission]) => permission))]
    for (const [flag, [path]] of Object.entries(pages)) {
      const features = Object.fromEntries(Object.keys(pages).map((each) => [each, String(each !== flag)]))
      await becomeMember(page, { permissions, platform: 'enterprise', features })
      await page.goto(path)
      await goesTo('/unauthorized')
      await page.goto('/executions')
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      await expect
        .poll(() =>
          menu.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
        )
        .toContain('/executions')
      expect(await menu.locator(`a[href="${path}"]`).count()).toBe(0)
      const others = Object.values(pages).filter(([each]) => each !== path)
      for (const [each] of others) expect(await menu.locator(`a[href="${each}"]`).count(), each).toBe(1)
    }
  })

  test('finds no buttons that they may not use [S6-WRAP-01]', async () => {
    const { page } = journey
    await becomeMember(page, { permissions: ['chatflows:view'], platform: 'enterprise' })
    await page.goto('/chatflows')
    await page.getByRole('link', { name: /Start here/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New chatflow' }).count()).toBe(0)
  })
})
