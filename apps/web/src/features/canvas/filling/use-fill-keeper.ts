import { useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import { refreshUpsertHistory } from '../../upserts/upsert-history-query.ts'
import { createFillKeeper, type FillKeeper } from './fill-keeper.ts'

/** The fillings of a flow for as long as its canvas is open: what is under way is found and followed. */
export function useFillKeeper(flowId: string): FillKeeper {
  const make = () => createFillKeeper({ api, flowId, onEnd: () => void refreshUpsertHistory() })
  const [keeper] = useState(make)
  useEffect(() => {
    const close = keeper.open()
    void keeper.look()
    return close
  }, [keeper])
  return keeper
}
