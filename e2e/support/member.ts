import type { Page } from 'playwright-core'

/** What a person's browser is to believe about them, in place of what the server says. */
export interface MemberRights {
  permissions: string[]
  platform?: string
  /** The flags that are on, in place of the server's. */
  features?: Record<string, string>
}

/**
 * Makes the signed-in administrator of this browser a member with these rights only, for its pages: the server's
 * answers about who is signed in, and about the platform, are changed on their way. Open a page afterwards.
 */
export async function becomeMember(
  page: Page,
  { permissions, platform, features }: MemberRights,
): Promise<void> {
  const rights = { isOrganizationAdmin: false, role: 'member', permissions, ...(features && { features }) }
  await page.route('**/api/v1/auth/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...rights } })
  })
  if (platform !== undefined) {
    await page.route('**/api/v1/settings', (route) => route.fulfill({ json: { PLATFORM_TYPE: platform } }))
  }
  // The app that stands open may still hear who it was before, and keep that over what is written here.
  await page.goto('/api/v1/ping')
  await page.evaluate((member) => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify({ ...user, ...member }))
    localStorage.setItem('isGlobal', 'false')
    localStorage.setItem('permissions', JSON.stringify(member.permissions))
    if (member.features) localStorage.setItem('features', JSON.stringify(member.features))
  }, rights)
}
