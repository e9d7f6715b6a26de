import { LoginMethods } from '../features/sign-on/login-methods.tsx'

/** How the people of the organisation sign in. */
export function SsoConfigPage() {
  return <LoginMethods />
}
