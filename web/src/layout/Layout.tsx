import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { BottomBar } from './BottomBar.tsx'
import { Drawer } from './Drawer.tsx'
import { Header } from './Header.tsx'
import s from './Layout.module.css'
import { LowLine } from './LowLine.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useLayoutWords } from './words.ts'

/** The frame of pages behind the sign-in: a sidebar on wide screens, a bottom bar on a phone. */
export function Layout() {
  const t = useLayoutWords()
  const [drawerOpen, setDrawerOpen] = useState(false)
  return (
    <div className={s.layout}>
      <a className={s.skip} href="#main">
        {t('skip')}
      </a>
      <aside className={s.sidebar}>
        <Sidebar />
      </aside>
      <div className={s.rest}>
        <Header />
        <LowLine />
        <main id="main" className={s.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <BottomBar onMore={() => setDrawerOpen(true)} />
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />
    </div>
  )
}
