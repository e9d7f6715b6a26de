import { type PlatformType, toPlatformType } from '@runnel/access'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

/** The kind of this installation; asked once. */
export const platformQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<PlatformType> => {
    const settings = await api.getSettings({}, { signal })
    return toPlatformType(settings.PLATFORM_TYPE)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether this installation sends mails; asked once. */
export const sendsMailQuery = queryOptions({
  queryKey: ['settings', 'mail'],
  queryFn: async ({ signal }): Promise<boolean> =>
    (await api.getSettings({}, { signal })).SENDS_MAIL === true,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The kind of this installation; when it cannot be read, rights decide: it counts as enterprise. */
export async function loadPlatform(): Promise<PlatformType> {
  try {
    return await queryClient.ensureQueryData(platformQuery)
  } catch {
    return 'enterprise'
  }
}
