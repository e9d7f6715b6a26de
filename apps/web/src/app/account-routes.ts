import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyChosen, textField } from './address-fields.ts'
import { guardSignIn } from './guard-sign-in.ts'
import { rootRoute } from './root-route.ts'

/**
 * `from`: the page that was asked for before; `error`: why there is no session; `organization`: by whose providers; `email`:
 * who signs in.
 */
const visitorSearch = (search: Record<string, unknown>) =>
  onlyChosen({
    from: textField(search, 'from'),
    error: textField(search, 'error'),
    organization: textField(search, 'organization'),
    email: textField(search, 'email'),
  })

/** What comes back from a provider of sign-ins. */
const arrivalSearch = (search: Record<string, unknown>) =>
  onlyChosen({ token: textField(search, 'token'), from: textField(search, 'from') })

/** What a mailed link carries. */
const linkSearch = (search: Record<string, unknown>) =>
  onlyChosen({ token: textField(search, 'token'), email: textField(search, 'email') })

/** The page that was refused, or from which something was tried. */
const refusalSearch = (search: Record<string, unknown>) => onlyChosen({ from: textField(search, 'from') })

const root = { getParentRoute: () => rootRoute }

/** Pages for visitors without a session, outside the shell. */
export const accountRoutes = [
  createRoute({
    ...root,
    path: '/login',
    validateSearch: visitorSearch,
    beforeLoad: guardSignIn,
    component: lazyRouteComponent(() => import('../pages/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    ...root,
    path: '/register',
    validateSearch: linkSearch,
    component: lazyRouteComponent(() => import('../pages/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    ...root,
    path: '/verify',
    validateSearch: linkSearch,
    component: lazyRouteComponent(() => import('../pages/link-pages.tsx'), 'VerifyPage'),
  }),
  createRoute({
    ...root,
    path: '/confirm-email-change',
    validateSearch: linkSearch,
    component: lazyRouteComponent(() => import('../pages/link-pages.tsx'), 'ConfirmEmailChangePage'),
  }),
  createRoute({
    ...root,
    path: '/forgot-password',
    validateSearch: linkSearch,
    component: lazyRouteComponent(() => import('../pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    ...root,
    path: '/license-expired',
    component: lazyRouteComponent(() => import('../pages/license-expired-page.tsx'), 'LicenseExpiredPage'),
  }),
  createRoute({
    ...root,
    path: '/signin',
    validateSearch: visitorSearch,
    beforeLoad: guardSignIn,
    component: lazyRouteComponent(() => import('../pages/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    ...root,
    path: '/sso-success',
    validateSearch: arrivalSearch,
    component: lazyRouteComponent(() => import('../pages/sso-success-page.tsx'), 'SsoSuccessPage'),
  }),
  createRoute({
    ...root,
    path: '/organization-setup',
    component: lazyRouteComponent(() => import('../pages/set-up-page.tsx'), 'SetUpPage'),
  }),
  createRoute({
    ...root,
    path: '/reset-password',
    validateSearch: linkSearch,
    component: lazyRouteComponent(() => import('../pages/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    ...root,
    path: '/unauthorized',
    validateSearch: refusalSearch,
    component: lazyRouteComponent(() => import('../pages/unauthorized-page.tsx'), 'UnauthorizedPage'),
  }),
] as const
