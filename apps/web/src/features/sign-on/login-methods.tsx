import { Skeleton, Tabs } from '@mantine/core'
import { type LoginMethod, loginProviders, type SignOnProvider, signOnProviders } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../ui/copyable.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { LoginMethodForm } from './login-method-form.tsx'
import { RequiredSignOn } from './required-sign-on.tsx'
import './sign-on.css'
import { loginMethodsQuery } from './sign-on-queries.ts'

/** How the people of the organisation sign in: a tab for each kind of provider. */
export function LoginMethods() {
  const { t } = useTranslation('sign-on')
  const { data, error, refetch } = useQuery(loginMethodsQuery)
  const [chosen, setChosen] = useState<SignOnProvider>()
  const [changed, setChanged] = useState<readonly SignOnProvider[]>([])
  useLeaveQuestion(changed.length > 0)
  // One function for ever: the forms tell of themselves whenever it is another one.
  const note = useCallback(
    (provider: SignOnProvider, isChanged: boolean) =>
      setChanged((before) => {
        if (before.includes(provider) === isChanged) return before
        return isChanged ? [...before, provider] : before.filter((each) => each !== provider)
      }),
    [],
  )
  const begun = useBegunForms(data?.providers, changed)
  if (error && !data) return <LoadFailure order={1} error={error} onRetry={() => void refetch()} />
  const methodOf = (provider: SignOnProvider) => data?.providers.find(({ name }) => name === provider)
  const first = signOnProviders.find((provider) => methodOf(provider)?.status === 'enable')
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      {data === undefined ? (
        <Skeleton height={360} />
      ) : (
        <div className="panel sign-on">
          <p className="sign-on-address">
            <span>{t('signInAddress')}</span> <Copyable text={data.signInURL} label={t('copySignIn')} />
          </p>
          <Tabs
            value={chosen ?? first ?? signOnProviders[0]}
            onChange={(value) => setChosen(signOnProviders.find((each) => each === value))}
          >
            <Tabs.List className="sign-on-tabs" aria-label={t('providers')}>
              {signOnProviders.map((provider) => (
                <Tabs.Tab key={provider} value={provider}>
                  {loginProviders[provider].name}
                  {methodOf(provider)?.status === 'enable' ? (
                    <span className="sign-on-state">
                      <StatusText tone="finished">{t('isOn')}</StatusText>
                    </span>
                  ) : null}
                  {changed.includes(provider) ? (
                    <span className="sign-on-changed"> · {t('changed')}</span>
                  ) : null}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {signOnProviders.map((provider) => (
              <Tabs.Panel key={provider} value={provider} pt="lg">
                <LoginMethodForm
                  // A form begins anew with what was kept, unless something is typed in it.
                  key={`${provider} ${begun[provider] ?? ''}`}
                  provider={provider}
                  method={methodOf(provider)}
                  callback={data.callbacks.find(({ providerName }) => providerName === provider)}
                  onChanged={note}
                />
              </Tabs.Panel>
            ))}
          </Tabs>
          <RequiredSignOn isRequired={data.requiresSignOn} />
        </div>
      )}
    </>
  )
}

/** The state of each method with which its form began: what others save meanwhile takes nothing from one that is changed. */
function useBegunForms(
  providers: readonly LoginMethod[] | undefined,
  changed: readonly SignOnProvider[],
): Partial<Record<SignOnProvider, string>> {
  const [begun, setBegun] = useState<Partial<Record<SignOnProvider, string>>>({})
  const now = Object.fromEntries(
    signOnProviders.map((provider) => {
      const method = providers?.find(({ name }) => name === provider)
      const state = method ? `${method.id} ${method.revision}` : ''
      return [provider, changed.includes(provider) ? (begun[provider] ?? '') : state]
    }),
  ) as Record<SignOnProvider, string>
  if (signOnProviders.some((provider) => now[provider] !== (begun[provider] ?? ''))) setBegun(now)
  return now
}
