import { Alert, Button, Skeleton, Textarea } from '@mantine/core'
import type { DocumentStore, FindDefinition, FlowNode, JsonObject, NodeDefinition } from '@runnel/contract'
import { IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { useLeaveQuestion } from '../../../ui/use-leave-question.ts'
import { writeComponent } from '../../node-form/component-node.ts'
import { ComponentForm } from '../component-form.tsx'
import { refreshStores } from '../store-queries.ts'
import { BackToStore, StoreScreen } from '../store-screen.tsx'
import { useComponents } from '../use-components.ts'
import { vectorDraftOf } from '../vectors/vector-draft.ts'
import { QueryResults } from './query-results.tsx'

/** Asks a store as flows ask it, and tries out how it searches. */
export function QueryScreen({ storeId }: { storeId: string }) {
  return <StoreScreen storeId={storeId}>{(store) => <KnownStore store={store} />}</StoreScreen>
}

function KnownStore({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('document-stores')
  const components = useComponents()
  if (components.error)
    return <LoadFailure order={1} error={components.error} onRetry={() => void components.refetch()} />
  if (components.isPending) return <Skeleton height={220} radius="lg" aria-label={t('query.title')} />
  return <QueryPage store={store} components={components} />
}

interface QueryPageProps {
  store: DocumentStore
  components: ReturnType<typeof useComponents>
}

function QueryPage({ store, components: { find } }: QueryPageProps) {
  const { t } = useTranslation(['document-stores', 'node-form', 'problems'])
  const { id: storeId } = store
  const [question, setQuestion] = useState('')
  const [saved, setSaved] = useState(() => vectorDraftOf(store, find).vectorStore)
  const [node, setNode] = useState(saved)
  const ask = useMutation({
    mutationFn: (query: string) =>
      api.queryVectorStore({
        body: { storeId, query, ...(node && { inputs: searchInputs(node, find) }) },
      }),
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (question.trim() !== '' && !ask.isPending) ask.mutate(question.trim())
  }
  const askByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <>
      <PageHead title={t('query.title')} text={t('query.text', { name: store.name })}>
        <BackToStore store={store} />
      </PageHead>
      {store.answers ? null : <NotYet store={store} />}
      <div className="store-columns query-columns">
        <section aria-label={t('query.ask')} className="query-main">
          <form className="panel query-form" onSubmit={submit}>
            <Textarea
              label={t('query.question')}
              description={t('query.help')}
              autosize
              minRows={2}
              maxRows={8}
              autoFocus
              value={question}
              onChange={(event) => setQuestion(event.currentTarget.value)}
              onKeyDown={askByEnter}
            />
            <div className="store-actions">
              <Button
                type="submit"
                leftSection={<IconSearch size={16} stroke={1.8} />}
                loading={ask.isPending}
                disabled={!store.answers || question.trim() === ''}
              >
                {t('query.button')}
              </Button>
            </div>
          </form>
          <FailureNote error={ask.error} mt="md" />
          {ask.data ? <QueryResults answer={ask.data} /> : null}
        </section>
        {node ? (
          <SearchParams
            store={store}
            node={node}
            saved={saved}
            find={find}
            onChange={setNode}
            onSaved={setSaved}
          />
        ) : null}
      </div>
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

interface SearchParamsProps {
  store: DocumentStore
  node: FlowNode
  saved: FlowNode | undefined
  find: QueryPageProps['components']['find']
  onChange: (change: (node: FlowNode | undefined) => FlowNode | undefined) => void
  onSaved: (node: FlowNode) => void
}

/** The params that may be otherwise from one question to the next, none of them folded away. */
function searchPartOf(definition: NodeDefinition | undefined): NodeDefinition | undefined {
  if (definition === undefined) return undefined
  const { credential: _fixed, ...others } = definition
  const inputs = definition.inputs.filter(({ overridable }) => overridable)
  return { ...others, inputs: inputs.map((input) => ({ ...input, additionalParams: false })) }
}

/** What stands in the form is what is tried: the store may have been made with other settings. */
function searchInputs(node: FlowNode, find: FindDefinition): JsonObject {
  const { config } = writeComponent(node)
  const shown = new Set(searchPartOf(find(node.type))?.inputs.map(({ name }) => name))
  return Object.fromEntries(Object.entries(config).filter(([name]) => shown.has(name)))
}

/** How the vector store searches: tried out at once, and kept for flows when it is saved. */
function SearchParams({ store, node, saved, find, onChange, onSaved }: SearchParamsProps) {
  const { t } = useTranslation('document-stores')
  const mayEdit = useIsShown({ permission: 'documentStores:upsert-config' })
  useLeaveQuestion(mayEdit && node !== saved)
  const save = useMutation({
    mutationFn: (wanted: FlowNode) => {
      const { name, config } = writeComponent(wanted)
      return api.updateVectorStoreConfig({
        body: { storeId: store.id, vectorStoreName: name, vectorStoreConfig: config },
      })
    },
    onSuccess: async (_done, wanted) => {
      onSaved(wanted)
      notify.success(t('query.saved'))
      await refreshStores()
    },
  })
  return (
    <section className="panel store-form" aria-label={t('query.params')}>
      <h2>{t('query.params')}</h2>
      <p className="store-note">{t('query.paramsHelp')}</p>
      <ComponentForm
        node={node}
        find={(type) => searchPartOf(find(type))}
        isReadOnly={false}
        showsProblems={false}
        onChange={(change) => onChange((now) => now && change(now))}
      />
      <FailureNote error={save.error} />
      {mayEdit ? (
        <div className="store-actions">
          <Button
            variant="default"
            disabled={node === saved}
            loading={save.isPending}
            onClick={() => save.mutate(node)}
          >
            {t('query.save')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
