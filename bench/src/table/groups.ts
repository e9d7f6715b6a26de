import type { BenchContext } from '../bench-context.ts'
import type { Measured } from '../figures/figure.ts'
import { measureAnonymous } from '../rows/anonymous-rows.ts'
import { measureAttack } from '../rows/attack-rows.ts'
import { measureCanvas } from '../rows/canvas-rows.ts'
import { measureDocumentLists } from '../rows/document-list-rows.ts'
import { measureDocuments } from '../rows/document-rows.ts'
import { measureFullStart } from '../rows/full-start-rows.ts'
import { measureIngestionKills } from '../rows/ingestion-kill-rows.ts'
import { measureKills } from '../rows/kill-rows.ts'
import { measureLargeAnswers } from '../rows/large-answer-rows.ts'
import { measureLists } from '../rows/list-rows.ts'
import { measureLoad } from '../rows/load-rows.ts'
import { measureLongStreams } from '../rows/long-stream-rows.ts'
import { measureMemory } from '../rows/memory-rows.ts'
import { measureMillion } from '../rows/million-rows.ts'
import { measureNodes } from '../rows/node-rows.ts'
import { measurePalette } from '../rows/palette-rows.ts'
import { measurePeople } from '../rows/people-rows.ts'
import { measureQuality } from '../rows/quality-rows.ts'
import { measureRetention } from '../rows/retention-rows.ts'
import { measureRetrieval } from '../rows/retrieval-rows.ts'
import { measureSizes } from '../rows/size-rows.ts'
import { measureStart } from '../rows/start-rows.ts'
import { measureStorage } from '../rows/storage-rows.ts'
import { measureStreamsHeld } from '../rows/stream-hold-rows.ts'
import { measureStreams } from '../rows/stream-rows.ts'
import { measureTypingRows } from '../rows/typing-rows.ts'
import { measureWindows } from '../rows/window-rows.ts'
import { measureWorker } from '../rows/worker-rows.ts'
import type { RowName } from './rows.ts'

/** Rows that are measured together. */
export interface RowGroup {
  name: string
  rows: readonly RowName[]
  /** It takes so long that it is measured only by its name. */
  onlyByName?: true
  /** Measures all rows of the group. */
  measure(bench: BenchContext): Promise<Partial<Record<RowName, Measured>>>
}

/** All groups, in the order in which they are measured. */
export const GROUPS: readonly RowGroup[] = [
  { name: 'start', rows: ['firstStart', 'secondStart', 'memoryAfterSignIn'], measure: measureStart },
  { name: 'full-start', rows: ['fullStartSqlite', 'fullStartPostgres'], measure: measureFullStart },
  {
    name: 'load',
    rows: [
      'oneLlmMedian',
      'oneLlmP99',
      'oneLlmSqlite',
      'oneLlmPostgres',
      'reply',
      'threeSqlite',
      'threePostgres',
      'threeOneCaller',
    ],
    measure: measureLoad,
  },
  { name: 'first-token', rows: ['firstTokenSame', 'firstTokenAcross'], measure: measureStreams },
  { name: 'streams', rows: ['streamsHeld'], measure: measureStreamsHeld },
  {
    name: 'long-streams',
    rows: ['longStreamsSqlite', 'longMemorySqlite', 'longStreamsPostgres', 'longMemoryPostgres'],
    measure: measureLongStreams,
  },
  {
    name: 'large-answer',
    rows: ['largeAnswerSqlite', 'largeAnswerPostgres'],
    measure: measureLargeAnswers,
  },
  { name: 'memory', rows: ['memoryAfterLoad'], measure: measureMemory },
  { name: 'worker', rows: ['workerStart'], measure: measureWorker },
  {
    name: 'storage',
    rows: [
      'runBytesSqlite',
      'runBytesPostgres',
      'turnBytesSqlite',
      'turnBytesPostgres',
      'innerTurnBytesSqlite',
      'innerTurnBytesPostgres',
    ],
    measure: measureStorage,
  },
  {
    name: 'retention',
    rows: [
      'retentionSqlite',
      'retentionWaitSqlite',
      'retentionSpaceSqlite',
      'retentionPostgres',
      'retentionWaitPostgres',
      'retentionSpacePostgres',
    ],
    measure: measureRetention,
  },
  {
    name: 'lists',
    rows: ['listsSqlite', 'listsWaitSqlite', 'listsPostgres', 'listsWaitPostgres'],
    measure: measureLists,
  },
  {
    name: 'people',
    rows: [
      'peopleSqlite',
      'peoplePostgres',
      'signInMany',
      'switchMany',
      'signInEverywhere',
      'refreshEverywhere',
      'switchEverywhere',
      'permissionCheck',
    ],
    measure: measurePeople,
  },
  { name: 'nodes', rows: ['nodesFirst', 'nodesAgain'], measure: measureNodes },
  { name: 'anonymous', rows: ['anonymousHold'], measure: measureAnonymous },
  {
    name: 'window',
    rows: ['windowPlainSqlite', 'windowStreamedSqlite', 'windowPlainPostgres', 'windowStreamedPostgres'],
    measure: measureWindows,
  },
  { name: 'kills', rows: ['kills'], measure: measureKills },
  { name: 'ingestion-kills', rows: ['ingestionKills'], measure: measureIngestionKills },
  {
    name: 'document-lists',
    rows: ['documentListsSqlite', 'documentListsPostgres'],
    measure: measureDocumentLists,
  },
  {
    name: 'retrieval',
    rows: ['retrieval', 'retrievalRecall', 'retrievalHybrid', 'retrievalFiltered', 'insertChunks'],
    measure: measureRetrieval,
  },
  { name: 'quality', rows: ['qualityWords', 'qualityMeaning', 'qualityBoth'], measure: measureQuality },
  { name: 'documents', rows: ['pdfPages', 'pdfMemory'], measure: measureDocuments },
  { name: 'million', rows: ['million', 'millionMemory'], onlyByName: true, measure: measureMillion },
  { name: 'attack', rows: ['attackSlowdown', 'attackMemory'], measure: measureAttack },
  {
    name: 'canvas',
    rows: ['canvasOpen500', 'canvasOpen2000', 'canvasPan500', 'canvasPan2000'],
    measure: measureCanvas,
  },
  { name: 'palette', rows: ['paletteSearch'], measure: measurePalette },
  {
    name: 'typing',
    rows: ['keyMedian200', 'keyP95200', 'keyMedian3Mb', 'keyP953Mb', 'paste3Mb'],
    measure: measureTypingRows,
  },
  { name: 'sizes', rows: ['firstPage', 'canvasPage', 'install', 'release'], measure: measureSizes },
]
