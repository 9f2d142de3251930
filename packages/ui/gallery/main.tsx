// Every building block in every state, light and dark: `npm run dev` shows it at /ui. Not part of any build.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IconDefaults } from '../src/index.ts';
import { Gallery } from './gallery.tsx';
import './gallery.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <IconDefaults>
      <Gallery />
    </IconDefaults>
  </StrictMode>,
);
