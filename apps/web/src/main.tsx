import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { router } from './app/router.tsx'
import { setUpI18n } from './i18n/set-up-i18n.ts'
import { setLeave } from './session/leave-to.ts'
import { watchOtherTabs } from './session/other-person.ts'
import { focusFirstInvalid } from './ui/focus-first-invalid.ts'
import { groupUndo } from './ui/grouped-undo.ts'
import { keepFocus } from './ui/keep-focus.ts'

focusFirstInvalid(document)
groupUndo(document)
keepFocus(document)
watchOtherTabs()
setLeave((path) => void router.navigate({ href: path }))
await setUpI18n()

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no element with the id "app".')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
