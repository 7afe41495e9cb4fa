import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, sessionQuery } from './api/index.ts'
import { watchSession } from './layout/watch-session.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

const client = createQueryClient()
// Requested while the first page is still loading.
void client.prefetchQuery(sessionQuery)
const router = createAppRouter(client)
watchSession(client, router)

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
