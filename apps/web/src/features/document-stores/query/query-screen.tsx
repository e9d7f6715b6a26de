import { Alert, Skeleton, Tabs } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { TestBench } from '../retrieval-tests/test-bench.tsx'
import { BackToStore, StoreScreen } from '../store-screen.tsx'
import { useComponents } from '../use-components.ts'
import { AskStore } from './ask-store.tsx'

/** What the page shows: one question at a time, or many with which the search is tested. */
type QueryTab = 'ask' | 'tests'

interface QueryScreenProps {
  storeId: string
  tab: QueryTab
  onTab: (tab: QueryTab) => void
}

/** Asks a store as flows ask it, and tests how well it finds. */
export function QueryScreen({ storeId, ...tabs }: QueryScreenProps) {
  return <StoreScreen storeId={storeId}>{(store) => <KnownStore store={store} {...tabs} />}</StoreScreen>
}

function KnownStore({ store, tab, onTab }: Omit<QueryScreenProps, 'storeId'> & { store: DocumentStore }) {
  const { t } = useTranslation(['document-stores', 'node-form', 'problems', 'retrieval-tests'])
  const components = useComponents()
  if (components.error)
    return <LoadFailure order={1} error={components.error} onRetry={() => void components.refetch()} />
  if (components.isPending)
    return <Skeleton role="status" height={220} radius="lg" aria-label={t('query.title')} />
  return (
    <>
      <PageHead title={t('query.title')} text={t('query.text', { name: store.name })}>
        <BackToStore store={store} />
      </PageHead>
      {store.answers ? null : <NotYet store={store} />}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => onTab(chosen === 'tests' ? 'tests' : 'ask')}
      >
        <Tabs.List mb="lg" aria-label={t('retrieval-tests:tabs.label')}>
          <Tabs.Tab value="ask">{t('retrieval-tests:tabs.ask')}</Tabs.Tab>
          <Tabs.Tab value="tests">{t('retrieval-tests:tabs.tests')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'tests' ? (
            <TestBench store={store} components={components} />
          ) : (
            <AskStore store={store} components={components} />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function NotYet({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('document-stores')
  return (
    <Alert role="status" mb="md" className="store-advice" title={t('query.notYet.title')}>
      {t('query.notYet.text')}
      <div className="store-actions">
        <LinkButton size="xs" to="/document-stores/vector/$storeId" params={{ storeId: store.id }}>
          {t('menu.vectors')}
        </LinkButton>
      </div>
    </Alert>
  )
}
