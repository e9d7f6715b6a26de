import { Button, TextInput } from '@mantine/core'
import type { DocumentStore, FindDefinition } from '@runnel/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { useLeaveQuestion } from '../../../ui/use-leave-question.ts'
import { swapComponent } from '../../node-form/component-node.ts'
import { askToProcess } from '../ask-to-process.ts'
import { type ChangeComponent, ComponentForm } from '../component-form.tsx'
import { ComponentSelect } from '../component-select.tsx'
import { focusFault } from '../focus-fault.ts'
import { refreshStores } from '../store-queries.ts'
import { BackToStore } from '../store-screen.tsx'
import type { useComponents } from '../use-components.ts'
import { bodyOf, checkDraft, type LoaderDraft } from './loader-draft.ts'
import { LoaderPreview } from './loader-preview.tsx'

interface LoaderEditorProps {
  store: DocumentStore
  /** Of a loader that is saved. */
  loaderId: string | undefined
  initial: LoaderDraft
  components: ReturnType<typeof useComponents>
}

/** The settings of a loader and its splitter, beside what they would give; processing saves them. */
export function LoaderEditor({ store, loaderId, initial, components }: LoaderEditorProps) {
  const { t } = useTranslation(['document-stores', 'node-form', 'problems'])
  const { find, listFor, labelOf } = components
  const isReadOnly = !useIsShown({ permission: 'documentStores:preview-process' })
  const [draft, setDraft] = useState(initial)
  const [showsProblems, setShowsProblems] = useState(false)
  const form = useRef<HTMLElement>(null)
  const process = useProcess({ store, loaderId, find, isChanged: draft !== initial })
  const start = async () => {
    setShowsProblems(true)
    if (checkDraft(draft, find).length > 0) return focusFault(form.current)
    if (await askToProcess(store.loaders.find(({ id }) => id === loaderId))) process.mutate(draft)
  }
  const changeLoader: ChangeComponent = useCallback(
    (change) => setDraft((now) => ({ ...now, loader: change(now.loader) })),
    [],
  )
  const changeSplitter: ChangeComponent = useCallback(
    (change) => setDraft((now) => ({ ...now, splitter: now.splitter && change(now.splitter) })),
    [],
  )
  const { loader, splitter } = draft
  const definition = find(loader.type)
  return (
    <>
      <PageHead title={draft.name || loader.label} text={definition?.description}>
        <BackToStore store={store} />
        {isReadOnly ? null : (
          <Button
            leftSection={<IconPlayerPlay size={16} stroke={1.8} />}
            loading={process.isPending}
            onClick={() => void start()}
          >
            {t('editor.process')}
          </Button>
        )}
      </PageHead>
      <FailureNote error={process.error} mb="md" />
      <div className="store-columns">
        <section ref={form} className="panel store-form" aria-label={t('editor.settings')}>
          <TextInput
            label={t('editor.name')}
            description={t('editor.nameHelp')}
            maxLength={200}
            value={draft.name}
            disabled={isReadOnly}
            onChange={({ currentTarget: { value: name } }) => setDraft((now) => ({ ...now, name }))}
          />
          <ComponentForm
            node={loader}
            find={find}
            isReadOnly={isReadOnly}
            showsProblems={showsProblems}
            onChange={changeLoader}
          />
          <h2>{t('editor.splitter')}</h2>
          <ComponentSelect
            label={t('editor.splitterChoice')}
            description={t('editor.splitterHelp')}
            none={t('editor.noSplitter')}
            definitions={listFor('textSplitter')}
            value={splitter?.type}
            labelOf={labelOf}
            isReadOnly={isReadOnly}
            onChange={(type) => {
              const chosen = type === undefined ? undefined : find(type)
              setDraft((now) => ({
                ...now,
                splitter: chosen && swapComponent(now.splitter, chosen, find),
              }))
            }}
          />
          {splitter ? (
            <ComponentForm
              key={splitter.type}
              node={splitter}
              find={find}
              isReadOnly={isReadOnly}
              showsProblems={showsProblems}
              onChange={changeSplitter}
            />
          ) : null}
        </section>
        <LoaderPreview
          draft={draft}
          find={find}
          mayTry={!isReadOnly}
          body={bodyOf(draft, { storeId: store.id, id: loaderId, find })}
        />
      </div>
    </>
  )
}

interface ProcessParts {
  store: DocumentStore
  loaderId: string | undefined
  find: FindDefinition
  isChanged: boolean
}

/** Saves the loader and begins to process it; the page of the store shows how far that is. */
function useProcess({ store, loaderId, find, isChanged }: ProcessParts) {
  const navigate = useNavigate()
  // What was saved before processing could not begin is not added a second time.
  const saved = useRef(loaderId)
  const letGo = useLeaveQuestion(isChanged)
  return useMutation({
    mutationFn: async (draft: LoaderDraft) => {
      const body = bodyOf(draft, { storeId: store.id, id: saved.current, find })
      saved.current = (await api.saveLoader({ body })).id
      await api.processLoader({
        params: { loaderId: saved.current },
        query: { wait: 'false' },
        body: { storeId: store.id },
      })
    },
    onSuccess: async () => {
      letGo()
      await refreshStores()
      await navigate({ to: '/document-stores/$storeId', params: { storeId: store.id } })
    },
  })
}
