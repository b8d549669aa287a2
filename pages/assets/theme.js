"use strict";
// Runs before the page is drawn: the reader's own choice of light or dark, if there is one.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // no storage: the system's theme
}
