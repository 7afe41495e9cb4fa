import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { sessionQuery } from './api/index.ts'
import { Failed } from './layout/Failed.tsx'
import { Layout } from './layout/Layout.tsx'
import { Root } from './layout/Root.tsx'
import { Lost } from './pages/lost/page.tsx'
import { Spinner } from './ui/index.ts'

/** All addresses with their pages. A page is loaded when it is first opened. */

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  beforeLoad: async ({ context }) => ({ session: await context.client.ensureQueryData(sessionQuery) }),
  notFoundComponent: Lost,
  errorComponent: Failed,
})

/** The target after the sign-in; only paths of this site are accepted. */
const next = (search: Record<string, unknown>) => {
  const wanted = typeof search.next === 'string' ? search.next : ''
  return /^\/(?![/\\])/.test(wanted) ? { next: wanted } : {}
}

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: next,
  component: lazyRouteComponent(() => import('./pages/sign-in/page.tsx'), 'SignInPage'),
})
const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/sign-up/page.tsx'), 'SignUpPage'),
})
const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/forgot-password/page.tsx'), 'ForgotPasswordPage'),
})
const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/reset-password/page.tsx'), 'ResetPasswordPage'),
})

/** Pages behind the sign-in. */
const inside = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: Layout,
  beforeLoad: ({ context, location }) => {
    if (context.session.account !== null) return
    const search = location.pathname === '/' ? {} : { next: location.href }
    throw redirect({ to: '/sign-in', search })
  },
})
const page = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path, component })

const home = page(
  '/',
  lazyRouteComponent(() => import('./pages/home/page.tsx'), 'HomePage'),
)
const keys = page(
  '/keys',
  lazyRouteComponent(() => import('./pages/keys/page.tsx'), 'KeysPage'),
)
const balance = page(
  '/balance',
  lazyRouteComponent(() => import('./pages/balance/page.tsx'), 'BalancePage'),
)
const statement = page(
  '/statement',
  lazyRouteComponent(() => import('./pages/statement/page.tsx'), 'StatementPage'),
)
const usage = page(
  '/usage',
  lazyRouteComponent(() => import('./pages/usage/page.tsx'), 'UsagePage'),
)
const batches = page(
  '/batches',
  lazyRouteComponent(() => import('./pages/batches/page.tsx'), 'BatchesPage'),
)
const newBatch = page(
  '/batches/new',
  lazyRouteComponent(() => import('./pages/batches/new-page.tsx'), 'NewBatchPage'),
)
const batch = page(
  '/batches/$id',
  lazyRouteComponent(() => import('./pages/batches/batch-page.tsx'), 'BatchPage'),
)
const playground = page(
  '/playground',
  lazyRouteComponent(() => import('./pages/playground/page.tsx'), 'PlaygroundPage'),
)
const settings = page(
  '/settings',
  lazyRouteComponent(() => import('./pages/settings/page.tsx'), 'SettingsPage'),
)

/** Pages for administrators; other users see "not found". The service checks the role itself. */
const admin = createRoute({
  getParentRoute: () => inside,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/admin/admin-layout.tsx'), 'AdminLayout'),
  beforeLoad: ({ context }) => {
    if (context.session.account?.role !== 'admin') throw redirect({ to: '/' })
  },
})
const adminPage = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => admin, path, component })

const accounts = adminPage(
  '/',
  lazyRouteComponent(() => import('./pages/admin/accounts-page.tsx'), 'AccountsPage'),
)
const account = adminPage(
  '/accounts/$id',
  lazyRouteComponent(() => import('./pages/admin/account-page.tsx'), 'AccountPage'),
)
const vouchers = adminPage(
  '/vouchers',
  lazyRouteComponent(() => import('./pages/admin/vouchers-page.tsx'), 'VouchersPage'),
)
const audit = adminPage(
  '/audit',
  lazyRouteComponent(() => import('./pages/admin/audit-page.tsx'), 'AuditPage'),
)
const health = adminPage(
  '/health',
  lazyRouteComponent(() => import('./pages/admin/health-page.tsx'), 'HealthPage'),
)

const routeTree = rootRoute.addChildren([
  ...[signIn, signUp, forgot, reset],
  inside.addChildren([
    ...[home, keys, balance, statement, usage, batches, newBatch, batch, playground, settings],
    admin.addChildren([accounts, account, vouchers, audit, health]),
  ]),
])

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Spinner page />,
    defaultErrorComponent: Failed,
    scrollRestoration: true,
  })
}
export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
