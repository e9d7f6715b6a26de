import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { SignInAgainHost } from '../features/account/sign-in-again-host.tsx'
import { WorkspaceHost } from '../shell/workspace-host.tsx'
import { createDarkModeStorage } from '../theme/dark-mode-storage.ts'
import { resolveVariables, theme } from '../theme/theme.ts'
import { ConfirmHost } from '../ui/confirm/confirm-host.tsx'
import { NotificationHost } from '../ui/notifications/notification-host.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

const darkModeStorage = createDarkModeStorage(localStorage)

/** The whole app: providers around the router, and the hosts of notifications and of the confirm dialog. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={darkModeStorage}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <SignInAgainHost />
        <WorkspaceHost />
        <NotificationHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}
