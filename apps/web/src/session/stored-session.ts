import type { SignedInUser } from '@runnel/contract'

/** What is kept of the signed-in user: all but the token, the permissions stand in it as well. */
export type StoredUser = Omit<SignedInUser, 'token' | 'features'>

/** What the app knows about who is signed in. The token opens nothing and is not persisted. */
export interface SessionState {
  user: StoredUser | null
  isAuthenticated: boolean
  isGlobal: boolean
  token: string | null
  permissions: readonly string[]
  features: Readonly<Record<string, boolean | string>>
}

/** Nobody is signed in. */
export const noSession: SessionState = {
  user: null,
  isAuthenticated: false,
  isGlobal: false,
  token: null,
  permissions: [],
  features: {},
}

/** Keys that an ended session takes from the storage; `username` and `password` are those of older clients. */
const ENDED_KEYS = [
  'username',
  'password',
  'user',
  'permissions',
  'features',
  'isSSO',
  'isAuthenticated',
  'isGlobal',
] as const

/** The state that a signed-in user stands for. */
export function toSessionState({ token, features, ...user }: SignedInUser): SessionState {
  return {
    user,
    isAuthenticated: true,
    isGlobal: user.isOrganizationAdmin,
    token: token ?? null,
    permissions: user.permissions,
    features,
  }
}

/** Writes a session under the keys that the product names; the token stays out. */
export function storeSession(storage: Storage, session: SessionState): void {
  storage.setItem('user', JSON.stringify(session.user))
  storage.setItem('isAuthenticated', String(session.isAuthenticated))
  storage.setItem('isGlobal', String(session.isGlobal))
  storage.setItem('isSSO', String(session.user?.isSSO ?? false))
  storage.setItem('permissions', JSON.stringify(session.permissions))
  storage.setItem('features', JSON.stringify(session.features))
}

/** Reads the stored session; anything unreadable counts as no session. */
export function readSession(storage: Storage): SessionState {
  const user = parse(storage.getItem('user'))
  if (storage.getItem('isAuthenticated') !== 'true' || !isStoredUser(user)) return noSession
  const permissions = parse(storage.getItem('permissions'))
  const features = parse(storage.getItem('features'))
  return {
    user,
    isAuthenticated: true,
    isGlobal: storage.getItem('isGlobal') === 'true',
    token: null,
    permissions: Array.isArray(permissions) ? permissions.filter((each) => typeof each === 'string') : [],
    features: isFeatures(features) ? features : {},
  }
}

/** Takes everything of a session out of the storage. */
export function clearSession(storage: Storage): void {
  for (const key of ENDED_KEYS) storage.removeItem(key)
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStoredUser(value: unknown): value is StoredUser {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function isFeatures(value: unknown): value is Record<string, boolean | string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
