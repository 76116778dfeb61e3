// By day or by night? Before anything is drawn, so that nothing flashes.
{
  const kept = localStorage.getItem("wishstone.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
}
