import type { MakerRights } from '@runnel/db'

/**
 * What a key may do now: of what it was given, what its maker may. A key whose maker nobody knows keeps what it was
 * given, until somebody takes it over.
 */
export function keyPermissions(given: readonly string[], maker: MakerRights | undefined): string[] {
  if (maker === undefined || maker === 'everything') return [...given]
  return maker === 'nothing' ? [] : given.filter((permission) => maker.includes(permission))
}
