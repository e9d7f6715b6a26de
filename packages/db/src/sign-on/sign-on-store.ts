import type { SystemScope } from '../system/system-scope.ts'
import { createIdentityStore, type IdentityStore } from './identity-store.ts'
import { createLoginMethodStore, type LoginMethodStore } from './login-method-store.ts'
import { createSignOnTicketStore, type SignOnTicketStore } from './sign-on-ticket-store.ts'

/** Single sign-on: whom the login methods know, the methods themselves, and the assertions that came. */
export interface SignOnStore extends IdentityStore, LoginMethodStore, SignOnTicketStore {}

/** Makes the store. */
export function createSignOnStore(scope: SystemScope): SignOnStore {
  return {
    ...createIdentityStore(scope),
    ...createLoginMethodStore(scope),
    ...createSignOnTicketStore(scope),
  }
}
