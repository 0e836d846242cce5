import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './theme.css'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'
import { followSystemTheme } from './ui/theme.ts'

followSystemTheme()

const place = document.getElementById('dashboard')
if (!place) throw new Error('The page has no place for the dashboard.')

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={makeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
